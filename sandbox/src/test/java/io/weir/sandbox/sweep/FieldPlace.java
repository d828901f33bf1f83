package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.sandbox.SimulatedControlPlaneProvider;
import io.weir.sandbox.WebhookPort;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.SandboxCloud;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A namespace with clusters of both clouds, a manager whom the API server asks about each write,
 * and as many pools as wanted. AWS has several regions with a cluster each, as the manager spares
 * each account in a region.
 */
final class FieldPlace implements AutoCloseable {

  private static final String NAMESPACE = "fields";
  private static final int REGIONS = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration MOMENT = Duration.ofMillis(100);

  private static final List<GroupKind> OF_A_POOL =
      List.of(
          GroupKind.MACHINE_POOL,
          SharedApiServer.AWS_POOL,
          SharedApiServer.KAPSULE_POOL,
          GroupKind.KUBEADM_CONFIG,
          GroupKind.SECRET);

  private final SharedApiServer sharedApiServer;
  private final AwsCloud aws;
  private final RegionalMachines awsMachines;
  private final KapsuleTestCloud kapsule;
  private final FieldClouds fieldClouds;
  private final RestartingManager manager;
  private final AtomicInteger pools = new AtomicInteger();
  private final Map<String, Long> lastChange = new ConcurrentHashMap<>();
  private final List<Change.Subscription> subscriptions;

  private FieldPlace(SharedApiServer sharedApiServer) throws IOException, InterruptedException {
    this.sharedApiServer = sharedApiServer;
    AwsSeedData seedData = new AwsSeedData(List.of(AwsSeedData.ACCOUNT), List.of());
    for (int i = 0; i < REGIONS; i++) {
      seedData = seedData.withRegion(region(i), ExamplePools.CLUSTER);
    }
    aws = AwsCloud.builder().seedData(seedData).timing(AwsTestCloud.QUICK).start();
    awsMachines = new RegionalMachines(seedData);
    aws.addListener(awsMachines);
    kapsule = new KapsuleTestCloud(sharedApiServer, NAMESPACE);
    fieldClouds = new FieldClouds(aws, kapsule.cloud(), NAMESPACE);
    sharedApiServer.addCloud(awsMachines);
    sharedApiServer.addCloud(kapsule.instances());
    sharedApiServer.watchman().follow(NAMESPACE, aws);
    sharedApiServer.watchman().follow(NAMESPACE, kapsule.cloud());
    subscriptions =
        Stream.concat(
                OF_A_POOL.stream()
                    .map(kind -> sharedApiServer.cache(kind).subscribe(this::noteChange)),
                Stream.of(sharedApiServer.cache(BuiltInKinds.NODE).subscribe(this::noteNodeChange)))
            .toList();
    createClusters();
    manager =
        RestartingManager.start(
            List.of(
                "--kubeconfig=" + sharedApiServer.access().management(),
                "--namespace=" + NAMESPACE,
                "--lease-namespace=" + sharedApiServer.leaseNamespace(),
                "--lease-name=" + NAMESPACE,
                "--concurrency=80",
                "--webhook-port=" + WebhookPort.find(),
                "--health-addr=127.0.0.1:0",
                "--workload-cidr-allow=127.0.0.0/8,::1/128",
                "--observe-soon=300ms",
                "--observe-busy=1s",
                "--observe-idle=5s",
                "--set=aws.endpoint=" + aws.endpoint(),
                kapsule.managerArgument()),
            sharedApiServer.watchman(),
            Hooks.NONE);
  }

  /** Opens one, once the manager reviews what is written. */
  static FieldPlace open(SharedApiServer sharedApiServer) throws IOException, InterruptedException {
    var fieldPlace = new FieldPlace(sharedApiServer);
    CustomResourceDefinitions.awaitConversion(sharedApiServer.kube(), PATIENCE);
    for (String kind : List.of("MachinePool", "KubeadmConfig", "AWSMachinePool")) {
      fieldPlace.awaitReviewed(kind);
    }
    return fieldPlace;
  }

  /** The API server needs a moment to hear whom it has to ask. */
  private void awaitReviewed(String kind) throws InterruptedException {
    FieldPool wrong = newPool("AWSMachinePool");
    ObjectNode object = wrong.manifests().get(kind);
    switch (kind) {
      case "MachinePool" -> object.withObject("/spec").put("replicas", -1);
      case "KubeadmConfig" ->
          object
              .withObject("/spec")
              .putArray("files")
              .addObject()
              .put("path", "/a")
              .withObject("/contentFrom/secret")
              .put("name", "x-kubeconfig")
              .put("key", "");
      default -> object.withObject("/spec").put("minSize", 9).put("maxSize", 1);
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        client().delete(client().create(object.deepCopy()), PropagationPolicy.BACKGROUND);
      } catch (KubeException.Invalid | KubeException.Forbidden _) {
        return;
      } catch (KubeException.AlreadyExists | KubeException.Unavailable _) {
        // It goes, or the manager has just begun to listen.
      }
      Thread.sleep(MOMENT);
    }
    throw new IllegalStateException("nobody reviews a " + kind);
  }

  private static String region(int number) {
    return "us-fields" + number + "-1";
  }

  private static String cluster(int number) {
    return "aws" + number;
  }

  private void createClusters() {
    sharedApiServer.createNamespace(NAMESPACE);
    Stream<ObjectNode> ofAws =
        IntStream.range(0, REGIONS)
            .boxed()
            .flatMap(
                i -> ExamplePools.cluster(NAMESPACE).stream().map(object -> inRegion(object, i)));
    Stream.concat(ofAws, kapsule.cluster().stream()).forEach(object -> client().apply(object));
    Stream.concat(
            IntStream.range(0, REGIONS).mapToObj(FieldPlace::cluster),
            Stream.of(ExamplePools.CLUSTER))
        .map(cluster -> new ObjectKey(NAMESPACE, cluster))
        .forEach(
            key -> client().apply(KubeconfigSecrets.of(key, sharedApiServer.access().workload())));
    Stream.of("extra", "another").forEach(this::createSecret);
    new SimulatedControlPlaneProvider(client(), sharedApiServer.controlPlane().server())
        .initialize(new ObjectKey(NAMESPACE, ExamplePools.CLUSTER));
  }

  /** One for configs to read. */
  private void createSecret(String name) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.withObject("/metadata").put("namespace", NAMESPACE).put("name", name);
    secret.withObject("/stringData").put("one", name + " one").put("two", name + " two");
    ApiObject _ = client().create(secret);
  }

  private static ObjectNode inRegion(ObjectNode object, int number) {
    ObjectNode there = TestCloud.inRegion(object, "us-east-1", region(number));
    return TestCloud.inRegion(
        there, "\"" + ExamplePools.CLUSTER + "\"", "\"" + cluster(number) + "\"");
  }

  /** A pool like the example's, of one machine, on the cloud that has pools of the kind. */
  FieldPool newPool(String kind) {
    int number = pools.getAndIncrement();
    return newPool(kind, number % REGIONS);
  }

  /** The same in the same cluster as another. */
  FieldPool newPoolLike(FieldPool other) {
    return newPool(other.kind(), other.region());
  }

  private FieldPool newPool(String kind, int region) {
    boolean onKapsule = kind.equals(SharedApiServer.KAPSULE_POOL.kind());
    String name = "pool" + (onKapsule ? "k" : "a") + pools.getAndIncrement() + "x";
    List<ObjectNode> objects =
        onKapsule
            ? kapsule.pool(name, 1)
            : ExamplePools.pool(SandboxCloud.AWS, NAMESPACE, name, 1).stream()
                .map(object -> inRegion(object, region))
                .toList();
    Map<String, ObjectNode> manifests = new LinkedHashMap<>();
    objects.forEach(object -> manifests.put(object.path("kind").asText(), object));
    return new FieldPool(
        kind, name, region, onKapsule ? kapsule.regionPrefix() : region(region), manifests);
  }

  KubeClient client() {
    return sharedApiServer.kube().client();
  }

  /**
   * Nanoseconds since something of the pool changed in the API server, its Nodes' status apart, or
   * was written to a cloud; 0 as long as nothing is known of it. A cache has an object a moment
   * before its subscribers hear of it.
   */
  long silence(FieldPool pool) {
    long now = System.nanoTime();
    return now - Math.max(lastChange.getOrDefault(pool.name(), now), fieldClouds.lastWrite(pool));
  }

  private void noteChange(Change change) {
    ApiObject object = change.object();
    if (object.namespace().equals(NAMESPACE)) {
      lastChange.put(object.name(), System.nanoTime());
    }
  }

  /** A Node goes on losing taints after its pool has said its last. */
  private void noteNodeChange(Change change) {
    ApiObject node = change.object();
    Optional<String> pool = node.annotation(MetadataKeys.NODE_OWNER_NAME);
    boolean onlyStatus =
        change.before().filter(before -> !differs(before, node)).isPresent()
            && !(change instanceof Change.Deleted);
    if (pool.isPresent() && !onlyStatus) {
      lastChange.put(pool.get(), System.nanoTime());
    }
  }

  private static boolean differs(ApiObject before, ApiObject after) {
    return Stream.of("/spec", "/metadata/labels", "/metadata/annotations")
        .anyMatch(part -> !before.at(part).equals(after.at(part)));
  }

  /** The pool's object of a kind, as the watch shows it. */
  Optional<ApiObject> object(FieldPool pool, String kind) {
    return Stream.of(
            GroupKind.MACHINE_POOL,
            GroupKind.KUBEADM_CONFIG,
            SharedApiServer.AWS_POOL,
            SharedApiServer.KAPSULE_POOL)
        .filter(groupKind -> groupKind.kind().equals(kind))
        .findFirst()
        .flatMap(groupKind -> stored(pool, groupKind));
  }

  private Optional<ApiObject> stored(FieldPool pool, GroupKind kind) {
    return sharedApiServer.cache(kind).get(new ObjectKey(NAMESPACE, pool.name()));
  }

  /** The objects of a pool that exist. */
  List<ApiObject> objects(FieldPool pool) {
    return pool.manifests().keySet().stream().flatMap(kind -> object(pool, kind).stream()).toList();
  }

  /** The Nodes of a pool. */
  List<ApiObject> nodes(FieldPool pool) {
    var nodes = new ArrayList<ApiObject>();
    for (JsonNode ref :
        stored(pool, GroupKind.MACHINE_POOL)
            .map(object -> object.at("/status/nodeRefs"))
            .orElseThrow()) {
      sharedApiServer
          .cache(BuiltInKinds.NODE)
          .get(new ObjectKey("", ref.path("name").asText()))
          .ifPresent(nodes::add);
    }
    return nodes;
  }

  /** What the cloud has of a pool. */
  JsonNode inCloud(FieldPool pool) {
    return fieldClouds.picture(pool);
  }

  /** Deletes a pool's MachinePool, if it has one. */
  void delete(FieldPool pool) {
    client()
        .get(GroupKind.MACHINE_POOL, new ObjectKey(NAMESPACE, pool.name()))
        .ifPresent(object -> client().delete(object, PropagationPolicy.BACKGROUND));
    // Whoever creates a pool that is refused in part leaves the rest.
    for (GroupKind kind :
        List.of(SharedApiServer.AWS_POOL, SharedApiServer.KAPSULE_POOL, GroupKind.KUBEADM_CONFIG)) {
      client()
          .get(kind, new ObjectKey(NAMESPACE, pool.name()))
          .filter(
              object ->
                  object.ownerReferences().stream()
                      .noneMatch(owner -> owner.kind().equals("MachinePool")))
          .ifPresent(object -> client().delete(object, PropagationPolicy.BACKGROUND));
    }
  }

  /** Waits until no pool is left. */
  boolean awaitAllGone() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!remaining().isEmpty()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(MOMENT);
    }
    return true;
  }

  /** Which pools are left. */
  List<ApiObject> remaining() {
    return Stream.of(GroupKind.MACHINE_POOL, SharedApiServer.AWS_POOL, SharedApiServer.KAPSULE_POOL)
        .flatMap(kind -> sharedApiServer.cache(kind).list(NAMESPACE).stream())
        .toList();
  }

  /** Ends the manager, and lets the API server ask nobody. */
  @Override
  public void close() {
    manager.close();
    for (GroupKind kind :
        List.of(
            BuiltInKinds.MUTATING_WEBHOOK_CONFIGURATION,
            BuiltInKinds.VALIDATING_WEBHOOK_CONFIGURATION)) {
      client()
          .get(kind, new ObjectKey("", "weir"))
          .ifPresent(object -> client().edit(object, tree -> tree.remove("webhooks")));
    }
    try {
      sharedApiServer.watchman().finish(NAMESPACE);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      subscriptions.forEach(Change.Subscription::close);
      sharedApiServer.removeCloud(awsMachines);
      sharedApiServer.removeCloud(kapsule.instances());
      aws.close();
      awsMachines.close();
      kapsule.close();
    }
  }
}
