package io.weir.engine.pool;

import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.Node;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolSnapshot.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Decides what a MachinePool's status is and which Nodes have no machine any more. */
public final class PoolEngine {

  private PoolEngine() {}

  /** Same snapshot, same decision. */
  public static PoolDecision decide(PoolSnapshot pool) {
    boolean bootstrapped =
        pool.before().bootstrapped() || pool.bootstrap() instanceof Bootstrap.Ready;
    boolean provisioned =
        pool.before().provisioned()
            || (pool.infrastructure() instanceof Infrastructure.Present present && present.ready());
    int replicas = replicas(pool);
    return switch (pool.workload()) {
      case Workload.Known known -> {
        List<Node> members = members(pool, known.nodes());
        List<Node> staying = staying(pool, members);
        yield decision(
            pool,
            new Seen(Counts.of(pool, replicas, staying), staying, orphans(pool, known.nodes())),
            refs(members),
            bootstrapped,
            provisioned);
      }
      // What can't be seen has not changed: the last counts stand until the Nodes are seen again.
      case Workload.Unreachable _, Workload.Absent _ ->
          decision(
              pool,
              new Seen(lastCounts(pool, replicas), List.of(), List.of()),
              pool.before().nodeRefs(),
              bootstrapped,
              provisioned);
    };
  }

  /**
   * What the Nodes showed.
   *
   * @param staying Nodes of the members that are counted
   */
  private record Seen(Counts counts, List<Node> staying, List<String> orphans) {}

  private static List<NodeRef> refs(List<Node> members) {
    return members.stream().map(node -> new NodeRef(node.name(), node.uid())).toList();
  }

  private static PoolDecision decision(
      PoolSnapshot pool,
      Seen seen,
      List<NodeRef> nodeRefs,
      boolean bootstrapped,
      boolean provisioned) {
    return new PoolDecision(
        Phase.of(pool, seen.counts(), bootstrapped, provisioned),
        seen.counts(),
        nodeRefs,
        seen.orphans(),
        bootstrapped,
        provisioned,
        PoolConditions.of(pool, seen.counts(), seen.staying(), provisioned),
        Troubles.of(pool));
  }

  private static int replicas(PoolSnapshot pool) {
    int before = pool.before().replicas().orElse(0);
    return pool.infrastructure() instanceof Infrastructure.Present present
        ? present.replicas().orElse(before)
        : before;
  }

  private static Counts lastCounts(PoolSnapshot pool, int replicas) {
    return new Counts(
        replicas,
        pool.before().ready().orElse(0),
        pool.before().available().orElse(0),
        pool.before().upToDate().orElse(0),
        pool.before().versions(),
        Optional.empty());
  }

  /** Nodes of members, in the provider's order; an ID is matched whole. */
  private static List<Node> members(PoolSnapshot pool, List<Node> nodes) {
    if (!(pool.infrastructure() instanceof Infrastructure.Present present)) {
      return List.of();
    }
    var byId =
        nodes.stream()
            .filter(node -> !node.providerId().isEmpty())
            .collect(Collectors.toMap(Node::providerId, Function.identity(), (a, _) -> a));
    return present.members(pool.before().providerIds()).stream()
        .filter(byId::containsKey)
        .distinct()
        .map(byId::get)
        .toList();
  }

  /**
   * A machine on its way out does no more work for the pool, however Ready its Node is; the Node
   * stays referred to until the machine is gone, since its Pods move away meanwhile.
   */
  private static List<Node> staying(PoolSnapshot pool, List<Node> members) {
    return members.stream().filter(node -> !pool.leaving().contains(node.providerId())).toList();
  }

  /** Nodes that were members and whose machine is gone. */
  private static List<String> orphans(PoolSnapshot pool, List<Node> nodes) {
    return switch (pool.infrastructure()) {
      case Infrastructure.Present present when present.halfTold() -> List.of();
      case Infrastructure.Present present when !present.ready() && !pool.deleting() -> List.of();
      case Infrastructure.Present present -> former(pool, nodes, present.providerIds());
      // An infrastructure pool leaves only after its machines; but that it can't be found proves
      // nothing about machines while nobody asked for the pool to go.
      case Infrastructure.Missing _ when !pool.deleting() -> List.of();
      case Infrastructure.Missing _ -> former(pool, nodes, List.of());
    };
  }

  private static List<String> former(PoolSnapshot pool, List<Node> nodes, List<String> members) {
    var still = Set.copyOf(members);
    var uids = pool.before().nodeRefs().stream().map(NodeRef::uid).collect(Collectors.toSet());
    var ids = Set.copyOf(pool.before().providerIds());
    return nodes.stream()
        .filter(node -> uids.contains(node.uid()) || ids.contains(node.providerId()))
        .filter(node -> !node.providerId().isEmpty() && !still.contains(node.providerId()))
        .map(Node::name)
        .sorted()
        .toList();
  }
}
