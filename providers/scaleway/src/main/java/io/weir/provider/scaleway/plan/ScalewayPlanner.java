package io.weir.provider.scaleway.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import io.weir.provider.http.JsonFields;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.KapsuleMarks;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What Kapsule allows now. */
public record ScalewayPlanner()
    implements SingleObjectPlanner<ScalewayDesiredState, ScalewayObservedState> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, ScalewayDesiredState scalewayDesiredState) {
    return List.of(new KapsuleStep.Create(pool.cloudName(), scalewayDesiredState.creationFields()));
  }

  @Override
  public List<PlanStep> update(
      ScalewayObservedState scalewayObservedState,
      PoolIntent.Converge<ScalewayDesiredState> intent,
      PlanContext<ScalewayObservedState> now) {
    ScalewayDesiredState scalewayDesiredState = intent.desired();
    var steps = new ArrayList<PlanStep>();
    KapsulePool pool = scalewayObservedState.marked(now.pool(), now.annotations()).getFirst();
    if (pool.isDeleting() || pool.isLocked() || scalewayObservedState.cluster().isChangeBlocked()) {
      return steps;
    }
    ObjectNode fields = scalewayDesiredState.changes(pool);
    if (!fields.isEmpty()) {
      String because =
          String.join(", ", JsonFields.names(fields)) + " differ from what is asked for";
      steps.add(new KapsuleStep.Update(pool.name(), pool.id(), fields, because));
    }
    int size = scalewayDesiredState.size().orElse(pool.size());
    if (size != pool.size() && !pool.isAutoscaling() && !pool.isUpgrading()) {
      String because = "%d nodes wanted, %d asked for".formatted(size, pool.size());
      int surplus = Math.max(0, pool.size() - size);
      steps.add(new KapsuleStep.Resize(pool.name(), pool.id(), size, surplus, because));
    }
    if (intent.roll() == PoolIntent.Roll.PROCEED
        && scalewayDesiredState.upgrade(pool, scalewayObservedState.cluster()).isDue()) {
      String because = "its nodes run %s".formatted(pool.version());
      steps.add(
          new KapsuleStep.Upgrade(
              pool.name(),
              pool.id(),
              scalewayObservedState.cluster().version(),
              pool.size(),
              because));
    }
    return steps;
  }

  /** Whether the pool is as its desired state says and its nodes have the wanted version. */
  public boolean isSettled(
      ScalewayObservedState seen,
      ScalewayDesiredState desired,
      PlanContext<ScalewayObservedState> now) {
    return seen.marked(now.pool(), now.annotations()).stream()
        .findFirst()
        .filter(pool -> !pool.isDeleting() && !pool.isLocked())
        .filter(pool -> desired.upgrade(pool, seen.cluster()).isDone())
        .filter(pool -> desired.changes(pool).isEmpty())
        .filter(pool -> seen.nodesOf(pool).stream().noneMatch(KapsuleNode::isOutdated))
        .isPresent();
  }

  /**
   * Whether a node has the version that is wanted. Kapsule does not tell a node's version: while a
   * pool is upgraded, some have the old one.
   */
  public Freshness freshness(
      ScalewayObservedState seen, ScalewayDesiredState desired, Instance instance) {
    Optional<KapsuleNode> node =
        seen.nodes().stream().filter(each -> each.id().equals(instance.id())).findFirst();
    Optional<KapsulePool> pool =
        node.flatMap(
            each -> seen.pools().stream().filter(one -> one.id().equals(each.pool())).findFirst());
    if (pool.isEmpty()) {
      return Freshness.UNKNOWN;
    }
    if (node.get().isOutdated() || desired.upgrade(pool.get(), seen.cluster()).isDue()) {
      return Freshness.OUTDATED;
    }
    return pool.get().isUpgrading() ? Freshness.UNKNOWN : Freshness.CURRENT;
  }

  @Override
  public PlanStep claim(
      ScalewayObservedState scalewayObservedState,
      PlanContext<ScalewayObservedState> now,
      Ownership.Claimable claimable) {
    KapsulePool pool = scalewayObservedState.claimable(now.pool(), now.annotations()).getFirst();
    return new KapsuleStep.Mark(
        pool.name(),
        pool.id(),
        KapsuleMarks.marked(pool, now.pool()),
        claimable.eventReason(),
        claimable.reason());
  }

  /** All that are ours, should there ever have been two. */
  @Override
  public List<PlanStep> delete(
      ScalewayObservedState scalewayObservedState, PlanContext<ScalewayObservedState> now) {
    return scalewayObservedState.marked(now.pool(), now.annotations()).stream()
        .filter(pool -> !pool.isDeleting())
        .<PlanStep>map(pool -> new KapsuleStep.Delete(pool.name(), pool.id(), pool.size()))
        .toList();
  }
}
