package io.weir.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import io.weir.clouds.SimulatedCloud;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.UsageMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Deletes one pool alone, then all others at once, and waits until their objects and Nodes are gone
 * and the cloud is empty.
 */
final class DeletionRound {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final Sandbox sandbox;
  private final String namespace;
  private final List<String> names;
  private final Duration timeout;
  private final ObjectCache machinePools;
  private final Map<String, Long> askedAt = new ConcurrentHashMap<>();
  private final Map<String, Duration> took = new ConcurrentHashMap<>();

  DeletionRound(Sandbox sandbox, String namespace, List<String> names, Duration timeout) {
    this.sandbox = sandbox;
    this.namespace = namespace;
    this.names = names;
    this.timeout = timeout;
    this.machinePools = sandbox.kube().cache(GroupKind.MACHINE_POOL);
  }

  /**
   * What a deletion took.
   *
   * @param alone of one pool while all others rest, until its MachinePool was gone
   * @param pools how many were deleted at once then
   * @param each how long each of them took, from its deletion until its MachinePool was gone
   * @param asked until the last deletion was answered
   * @param gone until the last object, the last Node and the last resource of the cloud were gone
   * @param measured meanwhile
   */
  record Result(
      Duration alone,
      int pools,
      Percentiles each,
      Duration asked,
      Duration gone,
      ManagerUsage measured) {}

  Result run() throws IOException, InterruptedException {
    ObjectCache infrastructure =
        sandbox.kube().cache(TimelineRecorder.infrastructureKind(sandbox.cloud()));
    ObjectCache nodes = sandbox.kube().cache(BuiltInKinds.NODE);
    Duration alone = deleteAlone(names.getFirst());
    List<String> others = names.subList(1, names.size());
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    long begun = System.nanoTime();
    try (Change.Subscription _ = machinePools.subscribe(this::noteGone)) {
      ParallelRunner.run(others, this::delete);
      Duration asked = Duration.ofNanos(System.nanoTime() - begun);
      for (ObjectCache cache : List.of(machinePools, infrastructure, nodes)) {
        awaitNone(cache);
      }
      awaitEmptyClouds();
      Duration gone = Duration.ofNanos(System.nanoTime() - begun);
      return new Result(
          alone,
          others.size(),
          Percentiles.of(took.values()),
          asked,
          gone,
          sandbox.usageMeter().since(before));
    }
  }

  private Duration deleteAlone(String name) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    delete(name);
    try (var wait = ObjectWaiter.start(machinePools, timeout)) {
      if (!wait.awaitUntil(() -> machinePools.get(new ObjectKey(namespace, name)).isEmpty())) {
        throw new IOException(
            "%s is there %d s after its deletion".formatted(name, timeout.toSeconds()));
      }
    }
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private void awaitNone(ObjectCache cache) throws IOException, InterruptedException {
    try (var wait = ObjectWaiter.start(cache, timeout)) {
      if (!wait.awaitUntil(() -> cache.size() == 0)) {
        throw new IOException(
            "%d objects of kind %s are left %d s after the deletion of all pools"
                .formatted(cache.size(), cache.kind().kind(), timeout.toSeconds()));
      }
    }
  }

  private void noteGone(Change change) {
    Long asked = askedAt.get(change.object().name());
    if (asked != null && change instanceof Change.Deleted) {
      took.put(change.object().name(), Duration.ofNanos(System.nanoTime() - asked));
    }
  }

  private void awaitEmptyClouds() throws IOException, InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    for (SimulatedCloud cloud : sandbox.clouds()) {
      while (!isEmpty(cloud)) {
        if (System.nanoTime() > end) {
          throw new IOException(
              "%s is not empty %d s after the deletion of all pools: %s"
                  .formatted(cloud.name(), timeout.toSeconds(), cloud.comparableState()));
        }
        Thread.sleep(BETWEEN_LOOKS);
      }
    }
  }

  private static boolean isEmpty(SimulatedCloud cloud) throws IOException {
    return cloud.instances().stream().allMatch(one -> one.phase() == InstanceState.Phase.TERMINATED)
        && isEmpty(Json.MAPPER.readTree(cloud.comparableState()));
  }

  /** A region that was used once is still named, with nothing in it. */
  private static boolean isEmpty(JsonNode state) {
    return state.isContainerNode() && state.valueStream().allMatch(DeletionRound::isEmpty);
  }

  private void delete(String name) {
    machinePools
        .get(new ObjectKey(namespace, name))
        .ifPresent(
            pool -> {
              askedAt.put(name, System.nanoTime());
              sandbox.kube().client().delete(pool, PropagationPolicy.BACKGROUND);
            });
  }
}
