package io.weir.sandbox.sweep;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.Options;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.files.FileTree;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.RequestListener;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.objects.Definitions;
import io.weir.sandbox.objects.Rights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** One API server on which many pools live at once, each with a cloud and managers of its own. */
final class Plane implements AutoCloseable {

  /** Whoever holds it has the plane to itself. */
  static final String LOCK = "io.weir.sandbox.sweep.Plane";

  static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  static final GroupKind AWS_CLUSTER =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSCluster");

  static final GroupKind KAPSULE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");

  /** What a life consists of in the API server. */
  static final List<GroupKind> KINDS =
      List.of(
          GroupKind.CLUSTER,
          AWS_CLUSTER,
          GroupKind.MACHINE_POOL,
          AWS_POOL,
          KAPSULE_POOL,
          GroupKind.KUBEADM_CONFIG,
          GroupKind.SECRET,
          BuiltIns.NODE);

  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String LEADERS = "weir-system";

  private final Path directory;
  private final ControlPlane control;
  private final KubeCluster kube;
  private final CloudController cloudController;
  private final List<CloudInventory> clouds = new CopyOnWriteArrayList<>();
  private final Way way;
  private final Map<Terrain, Unbroken> unbroken = new EnumMap<>(Terrain.class);

  private Plane(Path directory, ControlPlane control) throws IOException, InterruptedException {
    this.directory = directory;
    this.control = control;
    kube =
        KubeCluster.connect(
            KubeConfigs.fromText(control.kubeconfig(Accounts.SANDBOX, "system:masters"), "sweep"),
            WatchSettings.defaults(),
            RequestListener.NONE);
    Definitions.Installed _ = Definitions.install(kube, PATIENCE);
    control.apply(Rights.manifest() + "\n---\n" + CloudController.manifest());
    for (GroupKind kind : KINDS) {
      if (!kube.cache(kind).awaitSynced(PATIENCE)) {
        throw new IllegalStateException("no list of " + kind);
      }
    }
    cloudController =
        CloudController.start(
            control.kubeconfig(CloudController.USER),
            new AllClouds(),
            CloudControllerOptions.defaults());
    way = new Way(control.kubeconfigFile(Accounts.MANAGER), control.kubeconfig(Accounts.WORKLOAD));
    // Where the SDK of AWS looks when, as here, the environment names no account.
    System.setProperty("aws.accessKeyId", World.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", World.ACCOUNT.secretKey());
    System.setProperty("aws.disableEc2Metadata", "true");
    // Client keys are put under a password within this process; against nobody, and slowly.
    System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
  }

  static Plane open() throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of("target").toAbsolutePath());
    directory = Files.createTempDirectory(directory, "sweep-");
    ControlPlane control =
        ControlPlane.start(
            Binaries.provide(event -> System.out.println(event.sentence())),
            Options.in(directory.resolve("control-plane")));
    try {
      return new Plane(directory, control);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      control.close();
      throw failure;
    }
  }

  ControlPlane control() {
    return control;
  }

  KubeCluster kube() {
    return kube;
  }

  ObjectCache cache(GroupKind kind) {
    return kube.cache(kind);
  }

  /** How managers reach this API server, with the rights that they ship with. */
  Way way() {
    return way;
  }

  /**
   * What a life leaves there in which nothing goes wrong; it is lived when it is asked for first.
   */
  synchronized Unbroken unbroken(Terrain terrain) {
    return unbroken.computeIfAbsent(terrain, where -> Unbroken.of(this, where));
  }

  String leaseNamespace() {
    return LEADERS;
  }

  /** Lets the cloud controller know of a further cloud. */
  void add(CloudInventory cloud) {
    clouds.add(cloud);
  }

  void remove(CloudInventory cloud) {
    clouds.remove(cloud);
  }

  void createNamespace(String name) {
    var tree = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
    tree.withObject("/metadata").put("name", name);
    ApiObject _ = kube.client().create(tree);
  }

  @Override
  public void close() throws IOException {
    cloudController.close();
    kube.close();
    control.close();
    FileTree.delete(directory);
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
