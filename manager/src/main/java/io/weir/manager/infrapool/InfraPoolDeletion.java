package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Requeue;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.pass.PoolPass;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Removes what a pool has in the cloud, and then lets the pool go. */
final class InfraPoolDeletion<D extends DesiredState, O extends ObservedState> {

  private final PoolProvider<D, O> provider;
  private final KubeClient kube;
  private final TrackedReads reads;
  private final FollowedPools<O> followedPools;
  private final PoolPass<D, O> pass;
  private final PassReporter<D, O> reporter;
  private final PassAudit audit;
  private final Optional<PoolMachineWriter<O>> machines;
  private final InstantSource clock;

  private final Map<ObjectKey, DeletionSeen> deletionSeen = new ConcurrentHashMap<>();

  /** When the deletion of a pool was first seen; the API server's clock is another. */
  private record DeletionSeen(String uid, Instant since) {}

  InfraPoolDeletion(
      InfraPoolController.Dependencies<D, O> dependencies,
      TrackedReads reads,
      FollowedPools<O> followedPools,
      PoolPass<D, O> pass,
      PassReporter<D, O> reporter) {
    this.provider = dependencies.provider();
    this.kube = dependencies.kube();
    this.reads = reads;
    this.followedPools = followedPools;
    this.pass = pass;
    this.reporter = reporter;
    this.audit = dependencies.audit();
    this.machines = dependencies.machines();
    this.clock = dependencies.monotonicClock();
  }

  Requeue reconcile(PassSubject subject, Optional<PoolInputs> inputs) {
    ApiObject pool = subject.pool();
    if (!PoolFinalizers.hasFinalizer(pool, provider.kind())) {
      followedPools.unfollow(pool.key());
      machines.ifPresent(writer -> writer.releaseOrphans(pool.key()));
      return Requeue.done();
    }
    var store = new ProviderAnnotationStore(kube, provider, pool);
    PassOutcome<D, O> outcome =
        pass.delete(subject, inputs, reads.readerFor(pool.key()), store, deletionSeenSince(pool));
    audit.ended(subject, outcome);
    subject.machinePool().ifPresent(owner -> noteMachinesLeft(owner, outcome));
    if (outcome instanceof PassOutcome.Released<D, O>) {
      return release(store.pool());
    }
    Requeue next = reporter.report(subject, store, outcome);
    if (outcome instanceof PassOutcome.Acted<D, O> acted) {
      machines.ifPresent(
          writer -> {
            boolean _ = writer.write(subject, acted, false, _ -> {});
          });
    }
    return next;
  }

  /**
   * Before the pool can go, by itself or by the hand of people: the controller of MachinePools
   * takes a pool that is gone for one whose machines are, and deletes their Nodes.
   */
  private void noteMachinesLeft(ApiObject machinePool, PassOutcome<D, O> outcome) {
    ApiObject _ =
        kube.editKept(
            machinePool,
            tree -> {
              switch (outcome.machines()) {
                case PassOutcome.Machines.Going _ ->
                    MetadataEdits.removeAnnotation(tree, MetadataKeys.MACHINES_LEFT);
                case PassOutcome.Machines.Staying(String why) ->
                    MetadataEdits.setAnnotation(tree, MetadataKeys.MACHINES_LEFT, why);
                case PassOutcome.Machines.Untold _ -> {}
              }
            });
  }

  /** The pool is gone. */
  void forget(ObjectKey pool) {
    deletionSeen.remove(pool);
  }

  private Instant deletionSeenSince(ApiObject pool) {
    var first = new DeletionSeen(pool.uid(), clock.instant());
    return deletionSeen
        .merge(pool.key(), first, (old, fresh) -> old.uid().equals(fresh.uid()) ? old : fresh)
        .since();
  }

  private Requeue release(ApiObject pool) {
    machines.ifPresent(writer -> writer.release(pool.key()));
    ApiObject _ = kube.editKept(pool, tree -> PoolFinalizers.remove(tree, provider.kind()));
    forget(pool.key());
    followedPools.unfollow(pool.key());
    return Requeue.done();
  }
}
