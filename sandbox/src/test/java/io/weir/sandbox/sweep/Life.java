package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.Propagation;
import io.weir.sandbox.ControlPlaneOwner;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One pool with a namespace and a cloud of its own. */
final class Life implements AutoCloseable {

  private static final String POOL = "workers";
  private static final int TRIES = 50;
  private static final Duration MOMENT = Duration.ofMillis(100);
  private final Plane plane;
  private final String name;
  private final Way way;
  private final Realm realm;
  private final CloudInventory instances;
  private final Waiting waiting;

  /**
   * A life that has not begun; its cluster exists.
   *
   * @param name of lower-case letters and digits, used by no other life of the plane
   */
  Life(Plane plane, String name, Terrain terrain) {
    this(plane, name, terrain, plane.way());
  }

  /** The same, whose managers go another way to the API server. */
  Life(Plane plane, String name, Terrain terrain, Way way) {
    this.plane = plane;
    this.name = name;
    this.way = way;
    realm = terrain.open(plane, name);
    instances = realm.instances();
    plane.add(instances);
    waiting = new Waiting(plane, this::mine);
    plane.createNamespace(name);
    ApiObject _ =
        plane
            .kube()
            .client()
            .apply(KubeconfigSecrets.of(new ObjectKey(name, ExamplePools.CLUSTER), way.workload()));
    realm.cluster().forEach(this::apply);
    if (terrain == Terrain.KAPSULE) {
      new ControlPlaneOwner(plane.kube().client(), plane.control().server())
          .initialize(new ObjectKey(name, ExamplePools.CLUSTER));
    }
  }

  String name() {
    return name;
  }

  SimulatedCloud cloud() {
    return realm.cloud();
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
        realm.argument());
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
      case CREATE -> realm.pool(POOL, phase.replicas()).forEach(this::apply);
      case GROW, SHRINK ->
          change(
              new Realm.Change(
                  GroupKind.MACHINE_POOL, spec -> spec.put("replicas", phase.replicas())));
      case CHANGE, RAISE, EQUIP, STRIP -> change(realm.change(phase));
      case DELETE -> plane.kube().client().delete(pool(), Propagation.BACKGROUND);
    }
  }

  private void change(Realm.Change change) {
    ApiObject now =
        plane.kube().client().get(change.kind(), new ObjectKey(name, POOL)).orElseThrow();
    ApiObject _ =
        plane.kube().client().edit(now, tree -> change.spec().accept(tree.withObject("/spec")));
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
        .filter(pool -> realm.shows(phase, pool))
        .isPresent();
  }

  /** What exists now. */
  String picture() {
    var picture = new Picture(name, realm.place());
    for (GroupKind kind : Plane.KINDS) {
      picture.with(
          kind.kind(),
          plane.cache(kind).list().stream().filter(this::mine).map(this::seen).toList());
    }
    return picture.with("cloud", cloud().state()).text();
  }

  /** What the cloud was asked lately, and what came of it. */
  List<String> calls() {
    var calls = cloud().journal().calls();
    return calls.subList(Math.max(0, calls.size() - 60), calls.size()).stream()
        .map(call -> call.action() + " " + call.outcome())
        .toList();
  }

  /** Everything that has come into being in the cloud so far, by kind and name. */
  Map<String, Integer> made() {
    return cloud().journal().creations();
  }

  private boolean mine(ApiObject object) {
    if (object.groupKind().equals(BuiltIns.NODE)) {
      return realm.has(object);
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
    ApiObject _ = plane.kube().client().apply(object);
  }

  @Override
  public void close() {
    waiting.close();
    plane.remove(instances);
    realm.close();
  }
}
