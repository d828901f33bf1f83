package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.bootstrap.BootstrapDataStore;
import io.weir.manager.bootstrap.ConfigReporter;
import io.weir.manager.bootstrap.ConfigStateReader;
import io.weir.manager.workload.WorkloadClusterAccess;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Keeps a config's data as its inputs want it, and the token in the data valid. */
final class KubeadmConfigController implements Reconciler {

  /** A difference of clocks that people are told of. */
  private static final Duration WORTH_A_WORD = Duration.ofMinutes(1);

  private final Dependencies dependencies;

  /** What the controller works with. */
  record Dependencies(
      ObjectCache configs,
      ConfigStateReader reader,
      KubeadmInputsReader inputs,
      BootstrapDataStore store,
      WorkloadClusterAccess workloads,
      TokenPolicy policy,
      RandomGenerator random,
      ConfigReporter reporter,
      InstantSource clock) {

    /** The same by a clock that is ahead of this one. */
    Dependencies ahead(Duration by) {
      return by.isZero()
          ? this
          : new Dependencies(
              configs,
              reader,
              inputs,
              store,
              workloads,
              policy,
              random,
              reporter,
              InstantSource.offset(clock, by));
    }
  }

  KubeadmConfigController(Dependencies dependencies) {
    this.dependencies = dependencies;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    // Before anything is read: what is read later may be newer than the time it is judged by, and
    // never older, however slow the pass is.
    Instant now = dependencies.clock().instant();
    Optional<ApiObject> config = dependencies.configs().get(key);
    boolean there = config.isPresent() && !dependencies.store().isDeletedWithConfig(config.get());
    return there ? next(pass(config.get(), now), key) : Requeue.done();
  }

  /** By the clock of the API server that judges its tokens, however far ours is off. */
  private Requeue pass(ApiObject config, Instant now) {
    ConfigState state = dependencies.reader().read(config);
    Duration ahead =
        state
            .workload()
            .map(cluster -> dependencies.workloads().clockAhead(cluster.key()))
            .orElse(Duration.ZERO);
    if (ahead.abs().compareTo(WORTH_A_WORD) >= 0) {
      dependencies.reporter().reportClock(config, ahead);
    }
    return new KubeadmConfigPass(dependencies.ahead(ahead), now.plus(ahead), ahead)
        .reconcile(config, state);
  }

  private Requeue next(Requeue pass, ObjectKey key) {
    Optional<Duration> heldBack = dependencies.reporter().takeHeldBack(key);
    return heldBack.isEmpty()
        ? pass
        : switch (pass) {
          case Requeue.Done() -> Requeue.after(heldBack.get());
          case Requeue.After(Duration delay) when delay.compareTo(heldBack.get()) > 0 ->
              Requeue.after(heldBack.get());
          case Requeue.After _, Requeue.DefaultBackoff _, Requeue.CustomBackoff _ -> pass;
        };
  }
}
