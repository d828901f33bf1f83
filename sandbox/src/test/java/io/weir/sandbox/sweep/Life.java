package io.weir.sandbox.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.world.Region;
import io.weir.clouds.aws.world.Subnet;
import io.weir.clouds.aws.world.Timing;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.FleetOptions;
import io.weir.controlplane.binaries.Binaries;
import io.weir.manager.runtime.kube.BuiltIns;
import io.weir.manager.runtime.kube.KubeException;
import io.weir.manager.runtime.kube.Propagation;
import io.weir.sandbox.cloud.Machines;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One pool with a namespace and a cloud of its own. Its region, and so the names of its Nodes, are
 * its own too.
 */
final class Life implements AutoCloseable {

  private static final String POOL = "workers";
  private static final String NEW_TYPE = "t3.xlarge";

  /** How the cloud shows a machine of the first instance type. */
  private static final String OLD_MACHINE = " t3.large v";

  private static final String REGION = "us-east-1";
  private static final int TRIES = 50;
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

  private final Plane plane;
  private final String name;
  private final Way way;
  private final String region;
  private final AwsCloud cloud;
  private final Fleet fleet;
  private final Machines machines;
  private final Waiting waiting;

  /**
   * A life that has not begun; its cluster exists.
   *
   * @param name of lower-case letters and digits, used by no other life of the plane
   */
  Life(Plane plane, String name) {
    this(plane, name, plane.way());
  }

  /** The same, whose managers go another way to the API server. */
  Life(Plane plane, String name, Way way) {
    this.plane = plane;
    this.name = name;
    this.way = way;
    this.region = "us-" + name + "-1";
    cloud = AwsCloud.builder().world(world(region)).timing(QUICK).start();
    fleet =
        new Fleet(
            FleetOptions.defaults()
                .withBootTimes(Duration.ZERO, MOMENT)
                .withLeaseInterval(Duration.ofMinutes(2)));
    machines = new Machines(cloud.world(), fleet, Binaries.kubernetesVersion());
    cloud.listen(machines);
    plane.add(machines);
    waiting = new Waiting(plane, this::mine);
    plane.createNamespace(name);
    ApiObject _ =
        plane
            .kube()
            .client()
            .apply(KubeconfigSecrets.of(new ObjectKey(name, ExamplePools.CLUSTER), way.workload()));
    ExamplePools.cluster(name).forEach(this::apply);
  }

  String name() {
    return name;
  }

  AwsCloud cloud() {
    return cloud;
  }

  /** The arguments of this life's managers. */
  List<String> arguments(String lease) {
    return List.of(
        "--kubeconfig=" + way.management(),
        "--namespace=" + name,
        "--lease-namespace=" + plane.leaseNamespace(),
        "--lease-name=" + lease,
        "--concurrency=4",
        // Many managers at once cannot all be the one that the API server asks.
        "--no-webhooks",
        "--health-addr=127.0.0.1:0",
        "--observe-soon=100ms",
        "--observe-busy=400ms",
        "--observe-idle=3s",
        "--set=aws.endpoint=" + cloud.endpoint());
  }

  /** Does what people do, who try again when nobody answers. */
  void begin(Phase phase) throws InterruptedException {
    for (int i = 1; ; i++) {
      try {
        ask(phase);
        return;
      } catch (KubeException.Conflict | KubeException.Unavailable failure) {
        if (i == TRIES) {
          throw failure;
        }
        Thread.sleep(MOMENT.multipliedBy(3));
      }
    }
  }

  private void ask(Phase phase) {
    switch (phase) {
      case CREATE -> ExamplePools.pool(name, POOL, phase.replicas()).forEach(this::apply);
      case GROW, SHRINK ->
          change(GroupKind.MACHINE_POOL, spec -> spec.put("replicas", phase.replicas()));
      case CHANGE ->
          change(
              Plane.AWS_POOL,
              spec -> spec.withObject("/awsLaunchTemplate").put("instanceType", NEW_TYPE));
      case DELETE -> plane.kube().client().delete(pool(), Propagation.BACKGROUND);
    }
  }

  private void change(GroupKind kind, Consumer<ObjectNode> edit) {
    ApiObject now = plane.kube().client().get(kind, new ObjectKey(name, POOL)).orElseThrow();
    ApiObject _ = plane.kube().client().edit(now, tree -> edit.accept(tree.withObject("/spec")));
  }

  private ApiObject pool() {
    return plane
        .kube()
        .client()
        .get(GroupKind.MACHINE_POOL, new ObjectKey(name, POOL))
        .orElseThrow();
  }

  /** Waits until the phase has come to its end, as people see it. */
  boolean awaitEnd(Phase phase, Duration patience) throws InterruptedException {
    return waiting.until(() -> ended(phase), patience);
  }

  /** Waits until everything is as in the picture, which is one of the phase's end. */
  boolean await(Phase phase, String picture, Duration patience) throws InterruptedException {
    return waiting.until(() -> ended(phase) && picture().equals(picture), patience);
  }

  /** Waits until nothing has changed in the API server for so long. */
  void awaitStillness(Duration silence) throws InterruptedException {
    waiting.untilStill(silence);
  }

  private boolean ended(Phase phase) {
    var key = new ObjectKey(name, POOL);
    if (phase == Phase.DELETE) {
      return Plane.KINDS.stream().allMatch(kind -> plane.cache(kind).get(key).isEmpty());
    }
    return plane
        .cache(GroupKind.MACHINE_POOL)
        .get(key)
        .filter(pool -> pool.at("/status/phase").asText().equals("Running"))
        .filter(pool -> pool.at("/status/readyReplicas").asInt() == phase.replicas())
        .filter(pool -> pool.at("/status/nodeRefs").size() == phase.replicas())
        .filter(_ -> phase != Phase.CHANGE || !cloud.state().contains(OLD_MACHINE))
        .isPresent();
  }

  /** What exists now. */
  String picture() {
    var picture = new Picture(name, region);
    for (GroupKind kind : Plane.KINDS) {
      picture.with(
          kind.kind(),
          plane.cache(kind).list().stream().filter(this::mine).map(this::seen).toList());
    }
    return picture.with("cloud", cloud.state()).text();
  }

  /** What the cloud was asked lately, and what came of it. */
  List<String> calls() {
    var calls = cloud.journal().calls();
    return calls.subList(Math.max(0, calls.size() - 60), calls.size()).stream()
        .map(call -> call.action() + " " + call.outcome())
        .toList();
  }

  /** Everything that has come into being in the cloud so far, by kind and name. */
  Map<String, Integer> made() {
    return cloud.journal().creations();
  }

  private boolean mine(ApiObject object) {
    if (object.groupKind().equals(BuiltIns.NODE)) {
      return object.name().contains(region);
    }
    return object.namespace().equals(name)
        || object.label(BootstrapKeys.TOKEN_OWNER_NAMESPACE).filter(name::equals).isPresent();
  }

  /** A Node's status is the machine's own affair, but for one condition. */
  private ApiObject seen(ApiObject object) {
    if (!object.groupKind().equals(BuiltIns.NODE)) {
      return object;
    }
    ObjectNode copy = object.copy();
    copy.remove("status");
    boolean ready =
        object
            .at("/status/conditions")
            .valueStream()
            .anyMatch(
                one ->
                    one.path("type").asText().equals("Ready")
                        && one.path("status").asText().equals("True"));
    return new ApiObject(copy.put("ready", ready));
  }

  private void apply(ObjectNode object) {
    try {
      String here = object.toString().replace(REGION, region);
      ApiObject _ = plane.kube().client().apply((ObjectNode) Json.MAPPER.readTree(here));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
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
    waiting.close();
    plane.remove(machines);
    cloud.close();
    fleet.close();
  }
}
