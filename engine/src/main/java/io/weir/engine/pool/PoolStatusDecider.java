package io.weir.engine.pool;

import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides what a MachinePool's status is and which Nodes have no machine any more. */
public final class PoolStatusDecider {

  private PoolStatusDecider() {}

  /** Same snapshot, same decision. */
  public static PoolDecision decide(PoolSnapshot pool) {
    boolean bootstrapped =
        pool.previous().bootstrapped() || pool.bootstrap() instanceof BootstrapState.Ready;
    boolean provisioned =
        pool.previous().provisioned()
            || (pool.infrastructure() instanceof InfrastructureState.Present present
                && present.ready());
    int replicas = replicas(pool);
    return switch (pool.workload()) {
      case WorkloadState.Reachable reachable -> {
        List<NodeSnapshot> members = members(pool, reachable.nodes());
        List<NodeSnapshot> staying = staying(pool, members);
        List<NodeSnapshot> former = formerMembers(pool, reachable, members);
        boolean gone = provesMachinesGone(pool);
        yield decision(
            pool,
            new NodeFindings(
                ReplicaCounts.of(pool, replicas, staying),
                staying,
                gone ? names(former) : List.of()),
            // Of whom nothing is decided yet, nobody would know later that they were members.
            refs(gone ? members : Stream.concat(members.stream(), former.stream()).toList()),
            bootstrapped,
            provisioned);
      }
      // What can't be seen has not changed: the last counts stand until the Nodes are seen again.
      case WorkloadState.Unreachable _, WorkloadState.ClusterMissing _ ->
          decision(
              pool,
              new NodeFindings(lastCounts(pool, replicas), List.of(), List.of()),
              pool.previous().nodeRefs(),
              bootstrapped,
              provisioned);
    };
  }

  /**
   * What the Nodes showed.
   *
   * @param staying Nodes of the members that are counted
   */
  private record NodeFindings(
      ReplicaCounts counts, List<NodeSnapshot> staying, List<String> orphans) {}

  private static List<NodeRef> refs(List<NodeSnapshot> members) {
    return members.stream()
        .map(nodeSnapshot -> new NodeRef(nodeSnapshot.name(), nodeSnapshot.uid()))
        .toList();
  }

  private static PoolDecision decision(
      PoolSnapshot pool,
      NodeFindings nodeFindings,
      List<NodeRef> nodeRefs,
      boolean bootstrapped,
      boolean provisioned) {
    return new PoolDecision(
        PoolPhase.of(pool, nodeFindings.counts(), bootstrapped, provisioned),
        nodeFindings.counts(),
        nodeRefs,
        nodeFindings.orphans(),
        bootstrapped,
        provisioned,
        PoolConditions.of(pool, nodeFindings.counts(), nodeFindings.staying(), provisioned),
        PoolProblems.of(pool));
  }

  private static int replicas(PoolSnapshot pool) {
    int before = pool.previous().replicas().orElse(0);
    return pool.infrastructure() instanceof InfrastructureState.Present present
        ? present.replicas().orElse(before)
        : before;
  }

  private static ReplicaCounts lastCounts(PoolSnapshot pool, int replicas) {
    return new ReplicaCounts(
        replicas,
        pool.previous().ready().orElse(0),
        pool.previous().available().orElse(0),
        pool.previous().upToDate().orElse(0),
        pool.previous().versions(),
        Optional.empty());
  }

  /** Nodes of members, in the provider's order; an ID is matched whole. */
  private static List<NodeSnapshot> members(PoolSnapshot pool, List<NodeSnapshot> nodes) {
    if (!(pool.infrastructure() instanceof InfrastructureState.Present present)) {
      return List.of();
    }
    var byId =
        nodes.stream()
            .filter(nodeSnapshot -> !nodeSnapshot.providerId().isEmpty())
            .collect(Collectors.toMap(NodeSnapshot::providerId, Function.identity(), (a, _) -> a));
    return present.members(pool.previous().providerIds()).stream()
        .filter(byId::containsKey)
        .distinct()
        .map(byId::get)
        .toList();
  }

  /**
   * A machine on its way out does no more work for the pool, however Ready its Node is; the Node
   * stays referred to until the machine is gone, since its Pods move away meanwhile.
   */
  private static List<NodeSnapshot> staying(PoolSnapshot pool, List<NodeSnapshot> members) {
    return members.stream()
        .filter(nodeSnapshot -> !pool.terminatingProviderIds().contains(nodeSnapshot.providerId()))
        .toList();
  }

  /** Whether a machine that is not listed is gone. */
  private static boolean provesMachinesGone(PoolSnapshot pool) {
    return switch (pool.infrastructure()) {
      case InfrastructureState.Present present ->
          !present.hasIncompleteList() && (present.ready() || pool.deleting());
      // An infrastructure pool leaves only after its machines; but that it can't be found proves
      // nothing about machines while nobody asked for the pool to go.
      case InfrastructureState.Missing _ -> pool.deleting();
    };
  }

  /** Nodes that were members, and are nobody's now. */
  private static List<NodeSnapshot> formerMembers(
      PoolSnapshot pool, WorkloadState.Reachable seen, List<NodeSnapshot> members) {
    Set<String> still = members.stream().map(NodeSnapshot::providerId).collect(Collectors.toSet());
    var uids = pool.previous().nodeRefs().stream().map(NodeRef::uid).collect(Collectors.toSet());
    var ids = Set.copyOf(pool.previous().providerIds());
    return seen.nodes().stream()
        .filter(
            nodeSnapshot ->
                uids.contains(nodeSnapshot.uid()) || ids.contains(nodeSnapshot.providerId()))
        .filter(nodeSnapshot -> !nodeSnapshot.providerId().isEmpty())
        .filter(nodeSnapshot -> !still.contains(nodeSnapshot.providerId()))
        .filter(nodeSnapshot -> !seen.keptProviderIds().contains(nodeSnapshot.providerId()))
        .toList();
  }

  private static List<String> names(List<NodeSnapshot> nodes) {
    return nodes.stream().map(NodeSnapshot::name).sorted().toList();
  }
}
