package io.weir.bench;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector.PendingFault;
import io.weir.clouds.InstanceState;
import io.weir.clouds.SimulatedCloud;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.UsageMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Ends one instance of each pool while the cloud has no capacity for another, and looks for a while
 * at what that costs and which pools say why.
 */
final class CapacityRound {

  /** As AWS says it; Weir tells it in AWS's words. */
  private static final String REASON = "capacity";

  private final Sandbox sandbox;
  private final ObjectCache machinePools;
  private final ObjectCache infrastructure;
  private final Set<ObjectKey> pools = new HashSet<>();
  private final BenchPlan plan;
  private final Map<ObjectKey, Duration> told = new ConcurrentHashMap<>();
  private volatile String message = "";

  CapacityRound(Sandbox sandbox, String namespace, List<String> names, BenchPlan plan) {
    this.sandbox = sandbox;
    this.plan = plan;
    this.machinePools = sandbox.kube().cache(GroupKind.MACHINE_POOL);
    this.infrastructure =
        sandbox.kube().cache(TimelineRecorder.infrastructureKind(sandbox.cloud()));
    names.forEach(name -> pools.add(new ObjectKey(namespace, name)));
  }

  /**
   * What it cost.
   *
   * @param pools that had one instance less than they want
   * @param time for which there was no capacity
   * @param told how long it took pools to say that there is none
   * @param message what the last of them said
   * @param recovered from then on until all ran in full number again
   * @param measured while there was no capacity
   */
  record Result(
      int pools,
      Duration time,
      Percentiles told,
      String message,
      Duration recovered,
      ManagerUsage measured) {}

  Result run() throws IOException, InterruptedException {
    SimulatedCloud cloud = sandbox.clouds().getFirst();
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    PendingFault fault =
        cloud
            .faults()
            .inject(CloudFault.of(CloudFault.Kind.NO_CAPACITY).forAction(cloud.launchAction()));
    long begun = System.nanoTime();
    int shortPools;
    ManagerUsage measured;
    try (Change.Subscription _ = infrastructure.subscribe(change -> note(change.object(), begun))) {
      shortPools = endOneOfEach(cloud);
      // Time is what is measured here; there is nothing to wait for.
      TimeUnit.NANOSECONDS.sleep(plan.noCapacity().toNanos());
      measured = sandbox.usageMeter().since(before);
    }
    var said = Percentiles.of(told.values());
    fault.remove();
    return new Result(shortPools, plan.noCapacity(), said, message, awaitFullNumber(), measured);
  }

  private static int endOneOfEach(SimulatedCloud cloud) {
    var victims = new ConcurrentHashMap<String, InstanceState>();
    cloud.instances().stream()
        .filter(instance -> instance.phase() == InstanceState.Phase.RUNNING)
        .sorted(Comparator.comparing(InstanceState::zone).thenComparing(InstanceState::id))
        .forEach(instance -> victims.putIfAbsent(instance.group(), instance));
    return (int)
        victims.values().stream().filter(victim -> cloud.killInstance(victim.id())).count();
  }

  private void note(ApiObject pool, long begun) {
    if (!pools.contains(pool.key())) {
      return;
    }
    reason(pool)
        .ifPresent(
            words -> {
              message = words;
              told.putIfAbsent(pool.key(), Duration.ofNanos(System.nanoTime() - begun));
            });
  }

  private static Optional<String> reason(ApiObject pool) {
    return pool.at("/status/conditions")
        .valueStream()
        .map(condition -> condition.path("message").asText())
        .filter(words -> words.contains(REASON))
        .findFirst();
  }

  private Duration awaitFullNumber() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    try (var wait = ObjectWaiter.start(machinePools, plan.timeout())) {
      if (!wait.awaitUntil(() -> machinePools.list().stream().allMatch(CapacityRound::isFull))) {
        throw new IOException(
            "%d pools have not all replicas %d s after there was capacity again"
                .formatted(
                    machinePools.list().stream().filter(pool -> !isFull(pool)).count(),
                    plan.timeout().toSeconds()));
      }
    }
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private static boolean isFull(ApiObject pool) {
    return pool.at("/status/phase").asText().equals("Running")
        && pool.at("/status/readyReplicas").asInt() == pool.at("/spec/replicas").asInt();
  }
}
