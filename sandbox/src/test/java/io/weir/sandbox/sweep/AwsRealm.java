package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.world.Region;
import io.weir.clouds.aws.world.Subnet;
import io.weir.clouds.aws.world.Timing;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.cloud.Machines;
import io.weir.sandbox.objects.ExamplePools;
import java.time.Duration;
import java.util.List;

/** A simulated AWS, whose region, and so the names of its Nodes, no other life has. */
final class AwsRealm implements Realm {

  private static final String NEW_TYPE = "t3.xlarge";
  private static final String OLD_VERSION = "v1.35.0";
  private static final String NEW_VERSION = "v1.35.4";
  private static final String HOOK = "drain";

  /** How the cloud shows a machine of the first instance type. */
  private static final String OLD_MACHINE = " t3.large v";

  private static final String REGION = "us-east-1";
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Timing QUICK =
      new Timing(
          MOMENT,
          MOMENT,
          MOMENT,
          Duration.ofMillis(500),
          Duration.ofSeconds(2),
          MOMENT,
          Duration.ofHours(1),
          Duration.ofHours(1));

  private final String life;
  private final String region;
  private final AwsCloud cloud;
  private final Fleet fleet;
  private final Machines machines;

  AwsRealm(String life) {
    this.life = life;
    this.region = "us-" + life + "-1";
    cloud = AwsCloud.builder().world(world(region)).timing(QUICK).start();
    fleet = Realm.fleet(MOMENT);
    machines = new Machines(cloud.world(), fleet, Binaries.kubernetesVersion());
    cloud.listen(machines);
  }

  @Override
  public SimulatedCloud cloud() {
    return cloud;
  }

  @Override
  public CloudInventory instances() {
    return machines;
  }

  @Override
  public String argument() {
    return "--set=aws.endpoint=" + cloud.endpoint();
  }

  @Override
  public String place() {
    return region;
  }

  @Override
  public GroupKind poolKind() {
    return Plane.AWS_POOL;
  }

  @Override
  public List<ObjectNode> cluster() {
    return ExamplePools.cluster(life).stream().map(this::here).toList();
  }

  @Override
  public List<ObjectNode> pool(String name, int replicas) {
    List<ObjectNode> pool = ExamplePools.pool(life, name, replicas);
    Change.version(OLD_VERSION).spec().accept(pool.getLast().withObject("/spec"));
    return pool.stream().map(this::here).toList();
  }

  @Override
  public Change change(Phase phase) {
    return switch (phase) {
      case CHANGE ->
          new Change(
              Plane.AWS_POOL,
              spec -> {
                spec.withObject("/awsLaunchTemplate").put("instanceType", NEW_TYPE);
                spec.withObject("/additionalTags").put("team", "a");
              });
      case RAISE -> Change.version(NEW_VERSION);
      case EQUIP -> new Change(Plane.AWS_POOL, AwsRealm::equip);
      case STRIP ->
          new Change(
              Plane.AWS_POOL, spec -> spec.remove(List.of("lifecycleHooks", "suspendProcesses")));
      case CREATE, GROW, SHRINK, DELETE ->
          throw new IllegalArgumentException(phase + " is the same everywhere");
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
  public boolean shows(Phase phase, ApiObject machinePool) {
    return switch (phase) {
      case CHANGE -> !cloud.state().contains(OLD_MACHINE);
      case RAISE -> Realm.allRun(machinePool, NEW_VERSION);
      case EQUIP -> cloud.state().contains(HOOK);
      case STRIP -> !cloud.state().contains(HOOK);
      case CREATE, GROW, SHRINK, DELETE -> true;
    };
  }

  @Override
  public boolean has(ApiObject node) {
    return node.name().contains(region);
  }

  private ObjectNode here(ObjectNode object) {
    return Realm.moved(object, REGION, region);
  }

  private static World world(String region) {
    World like = World.of(ExamplePools.CLUSTER);
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
    return new World(
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
