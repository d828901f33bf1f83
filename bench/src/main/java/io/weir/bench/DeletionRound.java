package io.weir.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import io.weir.clouds.SimulatedCloud;
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

/**
 * Deletes all pools at once and waits until their objects and Nodes are gone and the cloud is
 * empty.
 */
final class DeletionRound {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final Sandbox sandbox;
  private final String namespace;
  private final List<String> names;
  private final Duration timeout;

  DeletionRound(Sandbox sandbox, String namespace, List<String> names, Duration timeout) {
    this.sandbox = sandbox;
    this.namespace = namespace;
    this.names = names;
    this.timeout = timeout;
  }

  /**
   * What a deletion took.
   *
   * @param pools how many
   * @param asked until the last deletion was answered
   * @param gone until the last object, the last Node and the last resource of the cloud were gone
   * @param measured meanwhile
   */
  record Result(int pools, Duration asked, Duration gone, ManagerUsage measured) {}

  Result run() throws IOException, InterruptedException {
    ObjectCache machinePools = sandbox.kube().cache(GroupKind.MACHINE_POOL);
    ObjectCache infrastructure =
        sandbox.kube().cache(TimelineRecorder.infrastructureKind(sandbox.cloud()));
    ObjectCache nodes = sandbox.kube().cache(BuiltInKinds.NODE);
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    long begun = System.nanoTime();
    ParallelRunner.run(
        names,
        name -> machinePools.get(new ObjectKey(namespace, name)).ifPresent(pool -> delete(pool)));
    Duration asked = Duration.ofNanos(System.nanoTime() - begun);
    for (ObjectCache cache : List.of(machinePools, infrastructure, nodes)) {
      try (var wait = ObjectWaiter.start(cache, timeout)) {
        if (!wait.awaitUntil(() -> cache.list().isEmpty())) {
          throw new IOException(
              "%d objects of kind %s are left %d s after the deletion of all pools"
                  .formatted(cache.list().size(), cache.kind().kind(), timeout.toSeconds()));
        }
      }
    }
    awaitEmptyClouds();
    Duration gone = Duration.ofNanos(System.nanoTime() - begun);
    return new Result(names.size(), asked, gone, sandbox.usageMeter().since(before));
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

  private void delete(ApiObject pool) {
    sandbox.kube().client().delete(pool, PropagationPolicy.BACKGROUND);
  }
}
