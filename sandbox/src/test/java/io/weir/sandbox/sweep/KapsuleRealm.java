package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.clouds.scaleway.KapsuleCloud;
import io.weir.clouds.scaleway.KapsuleMachines;
import io.weir.clouds.scaleway.k8s.ClusterSeed;
import io.weir.clouds.scaleway.world.Region;
import io.weir.clouds.scaleway.world.Timing;
import io.weir.clouds.scaleway.world.World;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.objects.Cloud;
import io.weir.sandbox.objects.ExamplePools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A simulated Kapsule with one cluster, which, and so the Nodes of which, is called like the life.
 * The region is the life's own too: ids, which are drawn alike in every such cloud, are unique
 * within it.
 */
final class KapsuleRealm implements Realm {

  private static final String REGION = "fr-par";
  private static final AtomicInteger REGIONS = new AtomicInteger();
  private static final int LETTERS = 26;
  private static final String OLD_VERSION = "1.35.0";
  private static final String NEW_VERSION = "1.35.4";
  private static final String TAG = "team=a";
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Timing QUICK =
      new Timing(
          MOMENT,
          MOMENT,
          MOMENT,
          MOMENT,
          MOMENT,
          MOMENT,
          MOMENT,
          Duration.ofMillis(500),
          Duration.ofMillis(500));

  private final String life;
  private final String region;
  private final KapsuleCloud cloud;
  private final Fleet fleet;
  private final KapsuleMachines machines;
  private final String cluster;

  KapsuleRealm(Plane plane, String life) {
    this.life = life;
    this.region = region();
    cloud = KapsuleCloud.builder().world(world(region)).timing(QUICK).start();
    fleet = Realm.fleet(MOMENT);
    machines = new KapsuleMachines(cloud, fleet);
    machines.attachAll(plane.control().kubeconfig(Accounts.SANDBOX, "system:masters"));
    cluster =
        cloud.hand().addCluster(ClusterSeed.kapsule(life, region, World.PROJECT.id(), OLD_VERSION));
  }

  @Override
  public SimulatedCloud cloud() {
    return cloud;
  }

  @Override
  public CloudInventory instances() {
    return new CloudInventory() {
      @Override
      public Optional<CloudInstance> byNodeName(String nodeName) {
        return machines.byNodeName(nodeName);
      }

      @Override
      public boolean exists(String providerId) {
        return providerId.startsWith("scaleway:") && machines.exists(providerId);
      }
    };
  }

  @Override
  public String argument() {
    return "--set=scaleway.endpoint=" + cloud.endpoint();
  }

  @Override
  public String place() {
    return region;
  }

  @Override
  public GroupKind poolKind() {
    return Plane.KAPSULE_POOL;
  }

  @Override
  public List<ObjectNode> cluster() {
    var objects = new ArrayList<ObjectNode>();
    objects.add(key());
    for (ObjectNode object : ExamplePools.cluster(Cloud.SCALEWAY, life)) {
      if (object.path("kind").asText().equals("ScalewayManagedControlPlane")) {
        object.withObject("/spec").put("clusterName", life);
      }
      objects.add(here(object));
    }
    return objects;
  }

  private ObjectNode key() {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.withObject("/metadata").put("namespace", life).put("name", "demo-scaleway");
    secret
        .withObject("/stringData")
        .put("SCW_ACCESS_KEY", World.PROJECT.accessKey())
        .put("SCW_SECRET_KEY", World.PROJECT.secretKey());
    return secret;
  }

  @Override
  public List<ObjectNode> pool(String name, int replicas) {
    List<ObjectNode> pool = ExamplePools.pool(Cloud.SCALEWAY, life, name, replicas);
    Change.version("v" + OLD_VERSION).spec().accept(pool.getLast().withObject("/spec"));
    return pool.stream().map(this::here).toList();
  }

  private ObjectNode here(ObjectNode object) {
    return Realm.moved(object, REGION, region);
  }

  /** Such as fr-aab; the kinds allow no longer ones. */
  private static String region() {
    int next = REGIONS.getAndIncrement();
    var name = new StringBuilder("fr-");
    for (int letter = LETTERS * LETTERS; letter > 0; letter /= LETTERS) {
      name.append((char) ('a' + next / letter % LETTERS));
    }
    return name.toString();
  }

  private static World world(String region) {
    World like = World.standard();
    var its = new Region(region, List.of(region + "-1", region + "-2", region + "-3"));
    return new World(
        like.projects(),
        List.of(its),
        like.nodeTypes(),
        like.versions(),
        like.kubeletArgs(),
        like.nodesPerCluster());
  }

  @Override
  public Change change(Phase phase) {
    return switch (phase) {
      case CHANGE ->
          new Change(
              Plane.KAPSULE_POOL,
              spec ->
                  spec.put("autohealing", false).withObject("/upgradePolicy").put("maxSurge", 2));
      case RAISE -> {
        // Pools follow their cluster, which is not Weir's.
        cloud.hand().upgradeCluster(cluster, NEW_VERSION, false);
        yield Change.version("v" + NEW_VERSION);
      }
      case EQUIP ->
          new Change(Plane.KAPSULE_POOL, spec -> spec.putArray("additionalTags").add(TAG));
      case STRIP -> new Change(Plane.KAPSULE_POOL, spec -> spec.remove("additionalTags"));
      case CREATE, GROW, SHRINK, DELETE ->
          throw new IllegalArgumentException(phase + " is the same everywhere");
    };
  }

  @Override
  public boolean shows(Phase phase, ApiObject machinePool) {
    return switch (phase) {
      case CHANGE ->
          cloud.hand().pools().stream().noneMatch(pool -> pool.path("autohealing").asBoolean());
      case RAISE -> Realm.allRun(machinePool, "v" + NEW_VERSION);
      case EQUIP -> cloud.state().contains(TAG);
      case STRIP -> !cloud.state().contains(TAG);
      case CREATE, GROW, SHRINK, DELETE -> true;
    };
  }

  @Override
  public boolean has(ApiObject node) {
    return node.name().startsWith("scw-" + life + "-");
  }

  @Override
  public void close() {
    cloud.close();
    fleet.close();
  }
}
