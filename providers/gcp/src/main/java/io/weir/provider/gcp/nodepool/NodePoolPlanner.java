package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import java.util.List;
import java.util.Optional;

/** What GKE allows now: a node pool takes one change at a time. */
public final class NodePoolPlanner
    implements SingleObjectPlanner<DesiredNodePool, ObservedNodePool> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, DesiredNodePool want) {
    return want.impossibleSize(Optional.empty()).isPresent()
        ? List.of()
        : List.of(new NodePoolStep.CreateNodePool(pool.cloudName(), want.creation()));
  }

  @Override
  public List<PlanStep> update(
      ObservedNodePool seen,
      PoolIntent.Converge<DesiredNodePool> intent,
      PlanContext<ObservedNodePool> now) {
    if (!seen.isChangeable()) {
      return List.of();
    }
    boolean rolls = intent.roll() == PoolIntent.Roll.PROCEED;
    return NodePoolChanges.of(intent.desired(), seen).stream()
        .filter(change -> rolls || !change.rolls())
        .<PlanStep>map(NodePoolChanges.Change::step)
        .toList();
  }

  @Override
  public PlanStep claim(
      ObservedNodePool seen, PlanContext<ObservedNodePool> now, Ownership.Claimable claimable) {
    ObjectNode labels = Json.MAPPER.createObjectNode();
    if (seen.pool().config().path("labels") instanceof ObjectNode there) {
      labels.setAll(there);
    }
    NodePoolMarks.put(labels, now.pool().claim().marks());
    return new NodePoolStep.MarkNodePool(
        seen.pool().name(),
        seen.pool().etag(),
        labels,
        claimable.eventReason(),
        claimable.reason());
  }

  /** GKE refuses a deletion, too, while it is at work. */
  @Override
  public List<PlanStep> delete(ObservedNodePool seen, PlanContext<ObservedNodePool> now) {
    return seen.isChangeable()
        ? List.of(new NodePoolStep.DeleteNodePool(seen.pool().name(), seen.instances().size()))
        : List.of();
  }

  /** Whether a node pool is as it should be, and all of its nodes are. */
  public static boolean isSettled(DesiredNodePool desired, ObservedNodePool seen) {
    return seen.pool().isRunning()
        && NodePoolChanges.of(desired, seen).isEmpty()
        && desired.upgrade(seen).isDone()
        && seen.groups().stream().allMatch(NodeGroup::current);
  }
}
