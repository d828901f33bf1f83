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
        Counts counts = Counts.of(pool, replicas, members);
        yield decision(
            pool,
            counts,
            members.stream().map(node -> new NodeRef(node.name(), node.uid())).toList(),
            orphans(pool, known.nodes()),
            bootstrapped,
            provisioned);
      }
      // What can't be seen has not changed: the last counts stand until the Nodes are seen again.
      case Workload.Unreachable _ ->
          decision(
              pool,
              lastCounts(pool, replicas),
              pool.before().nodeRefs(),
              List.of(),
              bootstrapped,
              provisioned);
    };
  }

  private static PoolDecision decision(
      PoolSnapshot pool,
      Counts counts,
      List<NodeRef> nodeRefs,
      List<String> orphans,
      boolean bootstrapped,
      boolean provisioned) {
    Phase phase = Phase.of(pool, counts, bootstrapped, provisioned);
    return new PoolDecision(
        phase,
        counts,
        nodeRefs,
        orphans,
        bootstrapped,
        provisioned,
        PoolConditions.of(pool, counts, provisioned));
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
    return present.providerIds().stream()
        .filter(byId::containsKey)
        .distinct()
        .map(byId::get)
        .toList();
  }

  /**
   * Nodes that were members and whose machine is gone. A list that is empty although the provider
   * counts replicas is a half-told one, and nobody is declared gone by it.
   */
  private static List<String> orphans(PoolSnapshot pool, List<Node> nodes) {
    return switch (pool.infrastructure()) {
      case Infrastructure.Present present when halfTold(present) -> List.of();
      case Infrastructure.Present present when !present.ready() && !pool.deleting() -> List.of();
      case Infrastructure.Present present -> former(pool, nodes, present.providerIds());
      // An infrastructure pool leaves only after its machines; but that it can't be found proves
      // nothing about machines while nobody asked for the pool to go.
      case Infrastructure.Missing _ when !pool.deleting() -> List.of();
      case Infrastructure.Missing _ -> former(pool, nodes, List.of());
    };
  }

  private static boolean halfTold(Infrastructure.Present present) {
    return present.providerIds().isEmpty() && present.replicas().orElse(1) != 0;
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
