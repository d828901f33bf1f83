package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.cloud.aws.AwsMachines;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.rights.ShippedPolicy;
import java.time.Duration;
import java.util.List;

/** A simulated AWS, whose region, and so the names of its Nodes, no other lifecycle has. */
final class AwsTestCloud implements TestCloud {

  private static final String NEW_TYPE = "t3.xlarge";
  private static final String OLD_VERSION = "v1.35.0";
  private static final String NEW_VERSION = "v1.35.4";
  private static final String HOOK = "drain";

  /** How the cloud shows a machine of the first instance type. */
  private static final String OLD_MACHINE = " t3.large v";

  /** That of the example. */
  static final String REGION = "us-east-1";

  /** Far longer than a lifecycle. */
  private static final Duration DRAIN_TIME = Duration.ofHours(1);

  private static final Duration MOMENT = Duration.ofMillis(100);

  /** As quick as tests can bear. */
  static final AwsTiming QUICK =
      new AwsTiming(
          MOMENT,
          MOMENT,
          MOMENT,
          Duration.ofMillis(500),
          Duration.ofSeconds(2),
          MOMENT,
          Duration.ofHours(1),
          Duration.ofHours(1));

  /** Who replaces machines, and whether they are drained before they end. */
  enum Replacement {
    /** The cloud, undrained. */
    REFRESH,
    /** The cloud, which waits for drains. */
    HELD_REFRESH,
    /** Weir, which drains them. */
    ROLLED;

    private void edit(ObjectNode machinePool, ObjectNode infrastructure) {
      ObjectNode annotations = machinePool.withObject("/metadata/annotations");
      switch (this) {
        case REFRESH -> {
          return;
        }
        case HELD_REFRESH ->
            annotations.put(MetadataKeys.CLOUD_TERMINATIONS, MetadataKeys.DRAIN_CLOUD_TERMINATIONS);
        case ROLLED -> {
          annotations
              .put(MetadataKeys.ROLLOUT_ENGINE, "weir")
              .put(MetadataKeys.MAX_SURGE, "1")
              .put(MetadataKeys.MAX_UNAVAILABLE, "1");
          // What AWS ends to level zones, it ends undrained.
          infrastructure.withObject("/spec/suspendProcesses/processes").put("azRebalance", true);
        }
      }
      // So that the deletion of the pool drains, too.
      machinePool
          .withObject("/spec/template/spec/deletion")
          .put("nodeDrainTimeoutSeconds", DRAIN_TIME.toSeconds());
    }
  }

  private final String life;
  private final Replacement replacement;
  private final String region;
  private final AwsCloud cloud;
  private final Fleet fleet;
  private final AwsMachines awsMachines;

  AwsTestCloud(String life, Replacement replacement) {
    this.life = life;
    this.replacement = replacement;
    this.region = region(life);
    cloud = AwsCloud.builder().seedData(seedData(region)).timing(QUICK).start();
    ShippedPolicy.enforce(cloud);
    fleet = TestCloud.fleet(MOMENT);
    awsMachines = new AwsMachines(cloud.seedData(), fleet, Binaries.kubernetesVersion());
    cloud.addListener(awsMachines);
  }

  /** The region of a lifecycle's own. */
  static String region(String life) {
    return "us-" + life + "-1";
  }

  @Override
  public SimulatedCloud cloud() {
    return cloud;
  }

  @Override
  public CloudInventory instances() {
    return awsMachines;
  }

  @Override
  public String managerArgument() {
    return "--set=aws.endpoint=" + cloud.endpoint();
  }

  @Override
  public String regionPrefix() {
    return region;
  }

  @Override
  public String scaleSetKind() {
    return "AutoScalingGroup";
  }

  @Override
  public GroupKind poolKind() {
    return SharedApiServer.AWS_POOL;
  }

  @Override
  public List<ObjectNode> cluster() {
    return ExamplePools.cluster(life).stream().map(this::here).toList();
  }

  @Override
  public List<ObjectNode> pool(String name, int replicas) {
    List<ObjectNode> pool = ExamplePools.pool(life, name, replicas);
    Edit.version(OLD_VERSION).spec().accept(pool.getLast().withObject("/spec"));
    replacement.edit(pool.getLast(), pool.get(pool.size() - 2));
    return pool.stream().map(this::here).toList();
  }

  @Override
  public Edit editFor(LifecyclePhase lifecyclePhase) {
    return switch (lifecyclePhase) {
      case CHANGE ->
          new Edit(
              SharedApiServer.AWS_POOL,
              spec -> {
                spec.withObject("/awsLaunchTemplate").put("instanceType", NEW_TYPE);
                spec.withObject("/additionalTags").put("team", "a");
              });
      case UPGRADE -> Edit.version(NEW_VERSION);
      case CHANGE_IN_PLACE -> new Edit(SharedApiServer.AWS_POOL, AwsTestCloud::equip);
      case REVERT_IN_PLACE ->
          new Edit(
              SharedApiServer.AWS_POOL,
              spec -> spec.remove(List.of("lifecycleHooks", "suspendProcesses")));
      case CREATE, GROW, SHRINK, DELETE ->
          throw new IllegalArgumentException(lifecyclePhase + " is the same everywhere");
    };
  }

  private static void equip(ObjectNode spec) {
    spec.withObject("/suspendProcesses/processes").put("azRebalance", true);
    spec.putArray("lifecycleHooks")
        .addObject()
        .put("name", HOOK)
        .put("lifecycleTransition", "autoscaling:EC2_INSTANCE_TERMINATING")
        .put("heartbeatTimeout", "30s")
        .put("defaultResult", "CONTINUE");
  }

  @Override
  public boolean isChangeApplied(LifecyclePhase lifecyclePhase, ApiObject machinePool) {
    return switch (lifecyclePhase) {
      case CHANGE -> !cloud.comparableState().contains(OLD_MACHINE);
      case UPGRADE -> TestCloud.allRun(machinePool, NEW_VERSION);
      case CHANGE_IN_PLACE -> cloud.comparableState().contains(HOOK);
      case REVERT_IN_PLACE -> !cloud.comparableState().contains(HOOK);
      case CREATE, GROW, SHRINK, DELETE -> true;
    };
  }

  @Override
  public boolean drains() {
    return replacement != Replacement.REFRESH;
  }

  @Override
  public boolean ownsNode(ApiObject node) {
    return node.name().contains(region);
  }

  private ObjectNode here(ObjectNode object) {
    return TestCloud.inRegion(object, REGION, region);
  }

  private static AwsSeedData seedData(String region) {
    AwsSeedData like = AwsSeedData.forCluster(ExamplePools.CLUSTER);
    Region its = like.regions().getFirst();
    List<Subnet> subnets =
        its.subnets().stream()
            .map(
                subnet ->
                    new Subnet(
                        subnet.id(),
                        subnet.zone().replace(REGION, region),
                        subnet.cidr(),
                        subnet.tags()))
            .toList();
    return new AwsSeedData(
        like.accounts(),
        List.of(
            new Region(
                region,
                its.vpc(),
                subnets,
                its.securityGroups(),
                its.images(),
                its.instanceTypes(),
                its.keyPairs(),
                its.instanceProfiles())));
  }

  @Override
  public void close() {
    cloud.close();
    fleet.close();
  }
}
