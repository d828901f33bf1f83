package io.weir.sandbox.watchman;

import io.weir.api.ApiObject;
import io.weir.clouds.InstanceState.Phase;
import io.weir.sandbox.watchman.HistoryEvent.InstanceStep;
import io.weir.sandbox.watchman.HistoryEvent.ObjectSeen;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What one pool's specs have asked for since it was last settled, and what it has. */
final class RequestedSizes {

  /**
   * A size that a spec asks for.
   *
   * @param surge how many more there may be, where Weir replaces machines itself
   */
  private record Request(int replicas, int surge, ObjectSeen seen) {}

  private record Bounds(int min, int max) {
    int hold(int size) {
      return min <= max ? Math.clamp(size, min, max) : size;
    }
  }

  private final List<Request> requests = new ArrayList<>();
  private final Set<Bounds> bounds = new HashSet<>(Set.of(new Bounds(0, Integer.MAX_VALUE)));
  private final Set<String> instances = new HashSet<>();
  private final Set<String> replaced = new HashSet<>();
  private boolean going;
  private int rollout;

  /** A MachinePool as the watch shows it. */
  void seePool(ObjectSeen seen) {
    ApiObject pool = seen.object();
    int replicas = pool.at("/spec/replicas").asInt(1);
    if (going && !pool.isDeleting()) {
      requests.clear(); // another one of the name
    }
    going = pool.isDeleting();
    int surge = surge(pool);
    if (requests.isEmpty()
        || requests.getLast().replicas() != replicas
        || requests.getLast().surge() < surge) {
      requests.add(new Request(replicas, surge, seen));
    }
    if (isSettled(pool, replicas)) {
      forgetBefore(replicas);
    }
  }

  private static int surge(ApiObject pool) {
    return pool.annotation("weir.io/rollout-engine").filter("weir"::equals).isEmpty()
        ? 0
        : pool.annotation("weir.io/max-surge").map(Integer::parseInt).orElse(1);
  }

  // A settled state may be shown when later requests are known already, and the same size may have
  // been asked for twice: only what lies before the first of these is surely over.
  private void forgetBefore(int replicas) {
    while (requests.getFirst().replicas() != replicas) {
      requests.removeFirst();
    }
  }

  private static boolean isSettled(ApiObject pool, int replicas) {
    return pool.at("/status/observedGeneration").asLong() == pool.generation()
        && pool.at("/status/phase").asText().equals("Running")
        && pool.at("/status/readyReplicas").asInt() == replicas
        && pool.at("/status/nodeRefs").size() == replicas;
  }

  /**
   * The infrastructure pool as the watch shows it: its bounds hold a size, its deletion ends it.
   */
  void seeInfrastructure(ObjectSeen seen) {
    going |= seen.object().isDeleting();
    for (String part : List.of("/spec", "/spec/scaling")) {
      int max = seen.object().at(part + "/maxSize").asInt(0);
      if (max > 0) {
        bounds.add(new Bounds(seen.object().at(part + "/minSize").asInt(0), max));
      }
    }
  }

  /** A step of one of its instances; tells whether the pool has one less by it. */
  boolean see(InstanceStep step) {
    if (step.phase() == Phase.PENDING || step.phase() == Phase.RUNNING) {
      instances.add(step.instance());
      return false;
    }
    return instances.remove(step.instance());
  }

  /** How many there are that nobody has ended. */
  int runningInstances() {
    return instances.size();
  }

  /** From now on each machine may be ended once, for another one. */
  void beginRollout() {
    rollout = Math.max(rollout, instances.size());
  }

  /** Whether a machine may be ended for a rollout, which is one less then. */
  boolean takeFromRollout() {
    if (rollout == 0) {
      return false;
    }
    rollout--;
    return true;
  }

  /** One of its instances, by the end of its id, may be ended, as another takes its place. */
  void seeReplacement(String instanceId) {
    replaced.add(instanceId);
  }

  /** Whether an instance may be ended for another one. */
  boolean isReplaced(String instance) {
    return replaced.stream().anyMatch(instance::endsWith);
  }

  /** Whether it is to go. */
  boolean isGoing() {
    return going;
  }

  /**
   * Whether some spec asks for this size, or it lies between two that are asked for, as machines
   * leave one by one; true of a pool that nobody knows.
   */
  boolean mayHave(int size) {
    return requests.isEmpty()
        || going
        || (heldSizes(0).anyMatch(each -> each <= size)
            && heldSizes(1).anyMatch(each -> size <= each));
  }

  private IntStream heldSizes(int surges) {
    return requests.stream()
        .flatMapToInt(
            request ->
                bounds.stream()
                    .mapToInt(each -> each.hold(request.replicas()) + surges * request.surge()));
  }

  /** Whether one of so many may be ended. */
  boolean mayEndOneOf(int count) {
    return requests.isEmpty()
        || going
        || requests.stream().anyMatch(request -> request.replicas() < count);
  }

  /** The sizes that were asked for. */
  List<Integer> sizes() {
    return requests.stream().map(Request::replicas).toList();
  }

  /** When. */
  List<ObjectSeen> story() {
    return requests.stream().map(Request::seen).toList();
  }
}
