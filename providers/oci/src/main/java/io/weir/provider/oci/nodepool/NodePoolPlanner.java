package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.SingleObjectPlanner;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.http.JsonFields;
import io.weir.provider.managed.KubernetesUpgrade;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What OKE allows now. A node pool takes one change at a time, but the deletion of several nodes.
 *
 * @param context what the plan is made from
 */
public record NodePoolPlanner(PlanContext<ObservedNodePools> context)
    implements SingleObjectPlanner<DesiredNodePool, ObservedNodePools> {

  @Override
  public List<PlanStep> create(PoolIdentity pool, DesiredNodePool desired) {
    String begun =
        context
            .annotations()
            .get(NodePoolNotes.CREATION)
            .filter(note -> note.matches("[0-9a-f]{32}"))
            .orElseGet(
                () ->
                    CanonicalDigest.of(List.of(pool.uid(), context.observation().asOf().toString()))
                        .substring(0, 32));
    return List.of(
        new NodePoolStep.CreateNodePool(
            pool.cloudName(), desired.creationFields(), begun, desired.imageNote()));
  }

  @Override
  public List<PlanStep> update(
      ObservedNodePools seen,
      PoolIntent.Converge<DesiredNodePool> intent,
      PlanContext<ObservedNodePools> now) {
    DesiredNodePool desired = intent.desired();
    NodePool pool = seen.marked(now.pool(), now.annotations()).getFirst();
    List<PlanStep> leaving = leaving(pool, intent.leave());
    if (!leaving.isEmpty() || !pool.isChangeable()) {
      return leaving;
    }
    if (desired.size().isPresent()) {
      int size = size(intent, desired.size().getAsInt());
      if (size != pool.size()) {
        return List.of(
            new NodePoolStep.ResizeNodePool(
                pool.name(),
                pool.id(),
                pool.etag(),
                size,
                Math.max(0, pool.size() - size),
                "%d nodes wanted, %d asked for".formatted(size, pool.size())));
      }
    }
    boolean cycles = desired.cycles() || pool.isCycling();
    ObjectNode fields = desired.changes(pool, seen.cluster());
    if (cycles && intent.roll() != PoolIntent.Roll.PROCEED) {
      fields = DesiredNodePool.withoutCycled(fields);
    }
    return fields.isEmpty()
        ? List.of()
        : List.of(update(pool, desired, allowedAtOnce(fields, desired, cycles), cycles));
  }

  /** Those that were to take the size down with them have gone by now. */
  private static int size(PoolIntent.Converge<DesiredNodePool> intent, int wanted) {
    int gone = (int) intent.leave().stream().filter(PoolIntent.Leave::shrink).count();
    return intent.size().isPresent() ? Math.max(0, intent.size().getAsInt() - gone) : wanted;
  }

  /** OKE refuses to cycle and to move nodes in one update; it moves them at once. */
  private static ObjectNode allowedAtOnce(
      ObjectNode fields, DesiredNodePool desired, boolean cycles) {
    ObjectNode allowed = fields.deepCopy();
    boolean moves = allowed.path(DesiredNodePool.CONFIG).has(DesiredNodePool.PLACEMENT);
    boolean onlyMoves =
        moves && allowed.size() == 1 && allowed.path(DesiredNodePool.CONFIG).size() == 1;
    if (cycles && moves && !onlyMoves) {
      ObjectNode config = allowed.withObject("/" + DesiredNodePool.CONFIG);
      config.remove(DesiredNodePool.PLACEMENT);
      if (config.isEmpty()) {
        allowed.remove(DesiredNodePool.CONFIG);
      }
    }
    if (desired.cycles() && !onlyMoves) {
      // Said each time: an update that does not say it replaces no nodes.
      allowed.set(
          DesiredNodePool.CYCLING, desired.settings().path(DesiredNodePool.CYCLING).deepCopy());
    }
    return allowed;
  }

  private static PlanStep update(
      NodePool pool, DesiredNodePool desired, ObjectNode fields, boolean cycles) {
    boolean moves = fields.path(DesiredNodePool.CONFIG).has(DesiredNodePool.PLACEMENT);
    boolean replaces = moves || (cycles && DesiredNodePool.isCycledFor(fields));
    var names = new ArrayList<>(JsonFields.names(fields));
    if (fields.path(DesiredNodePool.CONFIG) instanceof ObjectNode config) {
      names.remove(DesiredNodePool.CONFIG);
      names.addAll(JsonFields.names(config));
    }
    return new NodePoolStep.UpdateNodePool(
        pool.name(),
        pool.id(),
        pool.etag(),
        fields,
        replaces ? pool.size() : 0,
        String.join(", ", names) + " differ from what is asked for",
        desired.imageNote());
  }

  private static List<PlanStep> leaving(NodePool pool, List<PoolIntent.Leave> leave) {
    if (!pool.canLoseNodes()) {
      return List.of();
    }
    return leave.stream()
        .filter(
            each ->
                pool.nodes().stream()
                    .anyMatch(
                        node ->
                            node.id().equals(each.instanceId())
                                && !node.state().equals("DELETING")))
        .<PlanStep>map(
            each ->
                new NodePoolStep.DeleteNode(
                    pool.name(), pool.id(), each.instanceId(), each.shrink(), each.since()))
        .toList();
  }

  /** Whether the pool is as its desired state says and its nodes have the wanted version. */
  public boolean isSettled(ObservedNodePools seen, DesiredNodePool desired) {
    return seen.marked(context.pool(), context.annotations()).stream()
        .findFirst()
        .filter(pool -> pool.state().equals("ACTIVE"))
        .filter(pool -> desired.upgrade(pool, seen.cluster()).isDone())
        .filter(pool -> desired.changes(pool, seen.cluster()).isEmpty())
        .filter(pool -> pool.nodes().stream().allMatch(node -> desired.isOfVersion(node.version())))
        .isPresent();
  }

  /**
   * Whether a node has the version that is wanted. OKE does not tell what else it was made from:
   * while nodes are replaced, some have the old settings.
   */
  public Freshness freshness(ObservedNodePools seen, DesiredNodePool desired, Instance instance) {
    Optional<NodePool> pool =
        seen.pools().stream()
            .filter(each -> each.nodes().stream().anyMatch(node -> node.id().equals(instance.id())))
            .findFirst();
    if (pool.isEmpty() || instance.revision().isEmpty()) {
      return Freshness.UNKNOWN;
    }
    if (!desired.isOfVersion(instance.revision())) {
      return Freshness.OUTDATED;
    }
    boolean open =
        desired.upgrade(pool.get(), seen.cluster()).state() != KubernetesUpgrade.UpgradeState.DONE
            || DesiredNodePool.isCycledFor(desired.changes(pool.get(), seen.cluster()));
    return open || (pool.get().isCycling() && pool.get().isChanging())
        ? Freshness.UNKNOWN
        : Freshness.CURRENT;
  }

  @Override
  public PlanStep claim(
      ObservedNodePools seen, PlanContext<ObservedNodePools> now, Ownership.Claimable claimable) {
    NodePool pool = seen.claimable(now.pool(), now.annotations()).getFirst();
    return new NodePoolStep.MarkNodePool(
        pool.name(),
        pool.id(),
        pool.etag(),
        NodePoolMarks.marked(pool, now.pool()),
        claimable.eventReason(),
        claimable.reason());
  }

  /** All that are ours, should there ever have been two. */
  @Override
  public List<PlanStep> delete(ObservedNodePools seen, PlanContext<ObservedNodePools> now) {
    return seen.marked(now.pool(), now.annotations()).stream()
        .filter(pool -> !pool.isDeleting())
        .<PlanStep>map(
            pool ->
                new NodePoolStep.DeleteNodePool(
                    pool.name(), pool.id(), pool.etag(), pool.nodes().size()))
        .toList();
  }
}
