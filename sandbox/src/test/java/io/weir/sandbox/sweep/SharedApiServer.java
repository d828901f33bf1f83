package io.weir.sandbox.sweep;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.ControlPlaneOptions;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.audit.AuditTail;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.files.FileTree;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.roles.Roles;
import io.weir.sandbox.objects.CloudIdentities;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.rights.MissingRights;
import io.weir.sandbox.usage.ApiUsers;
import io.weir.sandbox.watchman.Watchman;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** One API server on which many pools live at once, each with a cloud and managers of its own. */
final class SharedApiServer implements AutoCloseable {

  /** Whoever holds it has the API server to itself. */
  static final String LOCK = "io.weir.sandbox.sweep.SharedApiServer";

  static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  static final GroupKind AWS_CLUSTER =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSCluster");

  static final GroupKind KAPSULE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");

  /** What a lifecycle consists of in the API server. */
  static final List<GroupKind> KINDS =
      List.of(
          GroupKind.CLUSTER,
          AWS_CLUSTER,
          GroupKind.MACHINE_POOL,
          AWS_POOL,
          KAPSULE_POOL,
          GroupKind.KUBEADM_CONFIG,
          GroupKind.SECRET,
          BuiltInKinds.NODE);

  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String LEADERS = "weir-system";

  private final Path directory;
  private final ControlPlane control;
  private final KubeCluster kube;
  private final CloudController cloudController;
  private final List<CloudInventory> clouds = new CopyOnWriteArrayList<>();
  private final ApiServerAccess apiServerAccess;
  private final Watchman watchman;
  private final AuditTail forbidden;
  private final Map<TestCloudType, FutureTask<LifecycleBaseline>> unbroken =
      new ConcurrentHashMap<>();

  private SharedApiServer(Path directory, ControlPlane control)
      throws IOException, InterruptedException {
    this.directory = directory;
    this.control = control;
    kube =
        KubeCluster.connect(
            KubeConfigs.fromText(control.kubeconfig(ApiUsers.SANDBOX, "system:masters"), "sweep"),
            WatchSettings.defaults(),
            RequestListener.NONE);
    CustomResourceDefinitions.Installed _ = CustomResourceDefinitions.install(kube, PATIENCE);
    List<CloudIdentities.Installed> _ =
        CloudIdentities.install(kube.client(), Roles.all(), Optional.empty());
    control.apply(ManagerRbac.sandboxManifest() + "\n---\n" + CloudController.manifest());
    awaitLists();
    cloudController =
        CloudController.start(
            control.kubeconfig(CloudController.USER),
            new AllClouds(),
            CloudControllerOptions.defaults());
    forbidden = new AuditTail(control.auditLog().file());
    watchman = Watchman.ofClouds(control.auditLog().file(), kube, KINDS);
    apiServerAccess =
        new ApiServerAccess(
            control.kubeconfigFile(ApiUsers.MANAGER), control.kubeconfig(ApiUsers.WORKLOAD));
    // Where the SDK of AWS looks when, as here, the environment names no account.
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
    System.setProperty("aws.disableEc2Metadata", "true");
    // Client keys are put under a password within this process; against nobody, and slowly.
    System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
  }

  static SharedApiServer start() throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of("target").toAbsolutePath());
    directory = Files.createTempDirectory(directory, "sweep-");
    ControlPlane control =
        ControlPlane.start(
            Binaries.findOrBuild(event -> System.out.println(event.sentence())),
            ControlPlaneOptions.inDirectory(directory.resolve("control-plane")));
    try {
      return new SharedApiServer(directory, control);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      control.close();
      throw failure;
    }
  }

  ControlPlane controlPlane() {
    return control;
  }

  /** Who follows all lives. */
  Watchman watchman() {
    return watchman;
  }

  KubeCluster kube() {
    return kube;
  }

  ObjectCache cache(GroupKind kind) {
    return kube.cache(kind);
  }

  /** Lists all anew, as the caches may look at the past for a while after a restart. */
  void listAnew() throws InterruptedException {
    kube.listAnew(System.nanoTime());
    awaitLists();
  }

  private void awaitLists() throws InterruptedException {
    for (GroupKind kind : KINDS) {
      if (!kube.cache(kind).awaitSynced(PATIENCE)) {
        throw new IllegalStateException("no list of " + kind);
      }
    }
  }

  /** How managers reach this API server, with the rights that they ship with. */
  ApiServerAccess access() {
    return apiServerAccess;
  }

  /** What an uninterrupted lifecycle leaves there; it is run when it is first asked for. */
  LifecycleBaseline unbroken(TestCloudType testCloudType) throws InterruptedException {
    FutureTask<LifecycleBaseline> baseline =
        unbroken.computeIfAbsent(
            testCloudType, where -> new FutureTask<>(() -> LifecycleBaseline.of(this, where)));
    baseline.run();
    try {
      return baseline.get();
    } catch (ExecutionException failure) {
      throw new AssertionError("no unbroken life on " + testCloudType, failure.getCause());
    }
  }

  String leaseNamespace() {
    return LEADERS;
  }

  /** Lets the cloud controller know of a further cloud. */
  void addCloud(CloudInventory cloud) {
    clouds.add(cloud);
  }

  void removeCloud(CloudInventory cloud) {
    clouds.remove(cloud);
  }

  /** What managers were refused for lack of a right since this was asked last. */
  synchronized List<AuditRecord> takeRefusals() throws IOException {
    var refusals = new ArrayList<AuditRecord>();
    forbidden.readForbidden(refusals::add);
    return refusals.stream().filter(MissingRights::isRefusal).toList();
  }

  void createNamespace(String name) {
    var tree = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
    tree.withObject("/metadata").put("name", name);
    ApiObject _ = kube.client().create(tree);
  }

  @Override
  public void close() throws IOException {
    try {
      watchman.close();
    } finally {
      cloudController.close();
      kube.close();
      control.close();
      FileTree.delete(directory);
    }
  }

  private final class AllClouds implements CloudInventory {
    @Override
    public Optional<CloudInstance> byNodeName(String nodeName) {
      return clouds.stream()
          .map(one -> one.byNodeName(nodeName))
          .flatMap(Optional::stream)
          .findFirst();
    }

    @Override
    public boolean exists(String providerId) {
      return clouds.stream().anyMatch(one -> one.exists(providerId));
    }
  }
}
