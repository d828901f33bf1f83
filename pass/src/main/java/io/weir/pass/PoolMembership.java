package io.weir.pass;

import io.weir.provider.DesiredState;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolNode;
import io.weir.provider.PoolProvider;
import io.weir.provider.ResolveResult;
import java.util.List;
import java.util.Optional;

/** Who belongs to a pool: its instances with their Nodes, or Nodes alone. */
final class PoolMembership<D extends DesiredState, O extends ObservedState> {

  private final PoolProvider<D, O> provider;
  private final PassSubject subject;
  private final PoolStore store;

  PoolMembership(PoolProvider<D, O> provider, PassSubject subject, PoolStore store) {
    this.provider = provider;
    this.subject = subject;
    this.store = store;
  }

  /** The instances that were observed. */
  List<PoolMember> of(Optional<ResolveResult<D>> resolution, PlanContext<O> now) {
    Optional<D> desired = resolution.flatMap(ResolveResult::target);
    return now.observation().observedState().stream()
        .flatMap(there -> there.instances().stream())
        .map(instance -> member(instance, desired, now))
        .toList();
  }

  private PoolMember member(Instance instance, Optional<D> desired, PlanContext<O> now) {
    return new PoolMember(
        instance,
        desired.map(want -> provider.freshness(want, now, instance)).orElse(Freshness.UNKNOWN),
        instance.providerId().isEmpty()
            ? Optional.empty()
            : subject.nodes().byProviderId(instance.providerId()),
        subject.machines().find(instance));
  }

  /** The Nodes that are its members, where Nodes are; absent while they are not known. */
  Optional<List<PoolNode>> nodes(Observation<O> seen) {
    if (!provider.traits(store.pool()).membersAreNodes()) {
      return Optional.empty();
    }
    // No labels would be those of every Node.
    return seen.observedState()
        .flatMap(there -> provider.nodeLabels(store.pool(), there))
        .filter(labels -> !labels.isEmpty())
        .flatMap(labels -> subject.nodes().withLabels(labels));
  }
}
