package io.weir.bench;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
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
 * Deletes pools at once and waits until their objects and Nodes are gone. That nothing of them is
 * left in the cloud then is what their finalizers promise; it is not looked at here.
 */
final class DeletionRound {

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
   * @param gone until the last object and the last Node were gone
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
    Duration gone = Duration.ofNanos(System.nanoTime() - begun);
    return new Result(names.size(), asked, gone, sandbox.usageMeter().since(before));
  }

  private void delete(ApiObject pool) {
    sandbox.kube().client().delete(pool, PropagationPolicy.BACKGROUND);
  }
}
