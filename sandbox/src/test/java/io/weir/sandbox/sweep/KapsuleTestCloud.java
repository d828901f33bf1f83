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
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.KapsuleTiming;
import io.weir.clouds.scaleway.seed.Region;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.usage.ApiUsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A simulated Kapsule with one cluster, which, and so the Nodes of which, is called like the
 * lifecycle. The region is the lifecycle's own too: ids, which are drawn alike in every such cloud,
 * are unique within it.
 */
final class KapsuleTestCloud implements TestCloud {

  private static final String REGION = "fr-par";
  private static final AtomicInteger REGIONS = new AtomicInteger();
  private static final int LETTERS = 26;
  private static final String OLD_VERSION = "1.35.0";
  private static final String NEW_VERSION = "1.35.4";
  private static final String TAG = "team=a";
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final KapsuleTiming QUICK =
      new KapsuleTiming(
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

  KapsuleTestCloud(SharedApiServer sharedApiServer, String life) {
    this.life = life;
    this.region = region();
    cloud = KapsuleCloud.builder().seedData(seedData(region)).timing(QUICK).start();
    fleet = TestCloud.fleet(MOMENT);
    machines = new KapsuleMachines(cloud, fleet);
    machines.setDefaultKubeconfig(
        sharedApiServer.controlPlane().kubeconfig(ApiUsers.SANDBOX, "system:masters"));
    cluster =
        cloud
            .admin()
            .addCluster(
                ClusterSpec.kapsule(life, region, ScalewaySeedData.PROJECT.id(), OLD_VERSION));
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
  public String managerArgument() {
    return "--set=scaleway.endpoint=" + cloud.endpoint();
  }

  @Override
  public String regionPrefix() {
    return region;
  }

  @Override
  public String scaleSetKind() {
    return "pool";
  }

  @Override
  public GroupKind poolKind() {
    return SharedApiServer.KAPSULE_POOL;
  }

  @Override
  public List<ObjectNode> cluster() {
    var objects = new ArrayList<ObjectNode>();
    objects.add(key());
    for (ObjectNode object : ExamplePools.cluster(SandboxCloud.SCALEWAY, life)) {
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
        .put("SCW_ACCESS_KEY", ScalewaySeedData.PROJECT.accessKey())
        .put("SCW_SECRET_KEY", ScalewaySeedData.PROJECT.secretKey());
    return secret;
  }

  @Override
  public List<ObjectNode> pool(String name, int replicas) {
    List<ObjectNode> pool = ExamplePools.pool(SandboxCloud.SCALEWAY, life, name, replicas);
    Edit.version("v" + OLD_VERSION).spec().accept(pool.getLast().withObject("/spec"));
    return pool.stream().map(this::here).toList();
  }

  private ObjectNode here(ObjectNode object) {
    return TestCloud.inRegion(object, REGION, region);
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

  private static ScalewaySeedData seedData(String region) {
    ScalewaySeedData like = ScalewaySeedData.standard();
    var its = new Region(region, List.of(region + "-1", region + "-2", region + "-3"));
    return new ScalewaySeedData(
        like.projects(),
        List.of(its),
        like.nodeTypes(),
        like.versions(),
        like.kubeletArgs(),
        like.nodesPerCluster());
  }

  @Override
  public Edit editFor(LifecyclePhase lifecyclePhase) {
    return switch (lifecyclePhase) {
      case CHANGE ->
          new Edit(
              SharedApiServer.KAPSULE_POOL,
              spec ->
                  spec.put("autohealing", false).withObject("/upgradePolicy").put("maxSurge", 2));
      case UPGRADE -> {
        // Pools follow their cluster, which is not Weir's.
        cloud.admin().upgradeCluster(cluster, NEW_VERSION, false);
        yield Edit.version("v" + NEW_VERSION);
      }
      case CHANGE_IN_PLACE ->
          new Edit(SharedApiServer.KAPSULE_POOL, spec -> spec.putArray("additionalTags").add(TAG));
      case REVERT_IN_PLACE ->
          new Edit(SharedApiServer.KAPSULE_POOL, spec -> spec.remove("additionalTags"));
      case CREATE, GROW, SHRINK, DELETE ->
          throw new IllegalArgumentException(lifecyclePhase + " is the same everywhere");
    };
  }

  @Override
  public boolean isChangeApplied(LifecyclePhase lifecyclePhase, ApiObject machinePool) {
    return switch (lifecyclePhase) {
      case CHANGE ->
          cloud.admin().pools().stream().noneMatch(pool -> pool.path("autohealing").asBoolean());
      case UPGRADE -> TestCloud.allRun(machinePool, "v" + NEW_VERSION);
      case CHANGE_IN_PLACE -> cloud.comparableState().contains(TAG);
      case REVERT_IN_PLACE -> !cloud.comparableState().contains(TAG);
      case CREATE, GROW, SHRINK, DELETE -> true;
    };
  }

  @Override
  public boolean drains() {
    return false;
  }

  @Override
  public boolean ownsNode(ApiObject node) {
    return node.name().startsWith("scw-" + life + "-");
  }

  @Override
  public void close() {
    cloud.close();
    fleet.close();
  }
}
