package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.drain.DrainLimits;
import io.weir.engine.drain.MachineLabels;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.manager.drain.DrainListener;
import io.weir.manager.drain.DrainTerms;
import io.weir.manager.drain.DrainingPool;
import io.weir.manager.drain.NodeDrainer;
import io.weir.manager.drain.WatchedDrainRules;
import io.weir.pass.NodeDrains;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The drains of one kind's pools: told to people as Events on the pool, and to its next pass. */
final class PoolDrains implements DrainListener, AutoCloseable {

  private static final String ACTION = "Drain";

  /** So long the Nodes of an Event are gathered. */
  private static final Duration BATCH = Duration.ofSeconds(3);

  private final Optional<NodeDrainer> drainer;
  private final GroupKind kind;
  private final ObjectCache pools;
  private final WatchedDrainRules rules;
  private final EventRecorder recorder;
  private final Consumer<ObjectKey> waker;
  private final DrainEvents events;

  /**
   * Those of a kind.
   *
   * @param rules the MachineDrainRules
   * @param waker has a pool passed
   */
  PoolDrains(
      Optional<NodeDrainer> drainer,
      GroupKind kind,
      ObjectCache pools,
      WatchedDrainRules rules,
      EventRecorder recorder,
      Consumer<ObjectKey> waker) {
    this.drainer = drainer;
    this.kind = kind;
    this.pools = pools;
    this.rules = rules;
    this.recorder = recorder;
    this.waker = waker;
    events =
        new DrainEvents(
            CompletableFuture.delayedExecutor(
                BATCH.toMillis(),
                TimeUnit.MILLISECONDS,
                task -> Thread.ofVirtual().name("drain-events").start(task)),
            this::write);
  }

  /** Those of one pool. */
  NodeDrains of(ApiObject pool, Optional<ApiObject> machinePool, ObjectKey cluster) {
    var draining = new DrainingPool(kind, pool.key(), pool.uid(), cluster);
    DrainLimits limits = machinePool.map(DrainLimits::of).orElse(DrainLimits.NONE);
    Map<String, String> machine = machinePool.map(MachineLabels::of).orElse(Map.of());
    var terms = new DrainTerms(limits, () -> rules.of(cluster, machine));
    return drainer.map(one -> one.of(draining, terms, this)).orElse(NodeDrains.NONE);
  }

  @Override
  public boolean exists(DrainingPool pool) {
    return pools.get(pool.key()).filter(found -> found.uid().equals(pool.uid())).isPresent();
  }

  @Override
  public void progressed(ObjectKey pool) {
    waker.accept(pool);
  }

  @Override
  public void started(ObjectKey pool, String node) {
    pools.get(pool).ifPresent(object -> events.started(object, node));
  }

  @Override
  public void drained(ObjectKey pool, String node, String message) {
    pools.get(pool).ifPresent(object -> events.drained(object, node, message));
  }

  @Override
  public void timedOut(ObjectKey pool, String node, String message) {
    pools.get(pool).ifPresent(object -> events.timedOut(object, node, message));
  }

  private void write(ApiObject pool, boolean warning, String reason, String note) {
    if (warning) {
      recorder.warning(pool, reason, ACTION, note);
    } else {
      recorder.normal(pool, reason, ACTION, note);
    }
  }

  /** Hands over the Events that are still gathered. */
  @Override
  public void close() {
    events.close();
  }
}
