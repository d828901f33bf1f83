package io.weir.manager.machinepool;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import io.weir.engine.pool.PoolSnapshotFactory;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.manager.workload.NodeWriter;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.manager.workload.WorkloadNodes;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The Nodes that a pool's members have, or had, in the workload cluster. */
sealed interface MemberNodes {

  /**
   * They are seen.
   *
   * @param nodes all of those asked for that exist
   * @param hadNode the provider IDs asked for that had a Node at an earlier look, or have one now
   * @param all the Nodes of the cluster
   * @param kept those of the Nodes' provider IDs whose Nodes stay though the pool does not list
   *     them
   */
  record Known(
      List<WorkloadNode> nodes,
      Set<String> hadNode,
      WorkloadNodes all,
      NodeWriter writer,
      Set<String> kept)
      implements MemberNodes {
    public Known {
      nodes = List.copyOf(nodes);
      hadNode = Set.copyOf(hadNode);
      kept = Set.copyOf(kept);
    }

    /** The same where such Nodes stay as well. */
    Known keeping(Predicate<WorkloadNode> such) {
      var ids = new HashSet<String>(kept);
      nodes.stream().filter(such).map(node -> node.facts().providerId()).forEach(ids::add);
      return new Known(nodes, hadNode, all, writer, ids);
    }

    /** The same with the machines that had a Node at an earlier look. */
    Known withHistory(Set<String> providerIds) {
      return new Known(nodes, providerIds, all, writer, kept);
    }
  }

  /**
   * They can't be seen now.
   *
   * @param because one sentence for people; empty while {@link #isConnecting()}
   * @param since when they could last be seen, or it was first tried
   * @param triedAt when it was last tried in vain to see them
   * @param lastSeen those of the provider IDs asked for that were seen at last, if that is known
   */
  record Unreachable(
      ConnectionFailureCause cause,
      String because,
      Instant since,
      Instant triedAt,
      List<WorkloadNode> lastSeen)
      implements MemberNodes {
    public Unreachable {
      lastSeen = List.copyOf(lastSeen);
    }
  }

  /** Nobody has a Node yet, so none is asked for. */
  record None() implements MemberNodes {}

  /** The Cluster whose Nodes they are does not exist. */
  record NoCluster(ObjectKey cluster) implements MemberNodes {}

  /** Whether the first answer of their cluster is still on its way: no reason to worry anybody. */
  default boolean isConnecting() {
    return this instanceof Unreachable down && down.cause() == ConnectionFailureCause.CONNECTING;
  }

  /** The same, as the engine has it. */
  default WorkloadState workload(Instant now) {
    return switch (this) {
      case Known known ->
          new WorkloadState.Reachable(
              known.nodes().stream().map(PoolSnapshotFactory::node).toList(),
              known.hadNode(),
              known.all().countWithoutProviderId(now),
              known.kept());
      case Unreachable unreachable -> new WorkloadState.Unreachable(unreachable.because());
      case NoCluster(ObjectKey missing) ->
          new WorkloadState.ClusterMissing(GroupKind.CLUSTER.kind() + " " + missing);
      case None _ -> new WorkloadState.Reachable(List.of());
    };
  }

  /** The Nodes with one of these provider IDs or names. */
  static MemberNodes find(
      WorkloadClusterAccess workloadClusterAccess,
      ObjectKey cluster,
      Set<String> providerIds,
      Set<String> names) {
    if (providerIds.isEmpty() && names.isEmpty()) {
      return new None();
    }
    return switch (workloadClusterAccess.state(cluster)) {
      case WorkloadClusterState.Connected connected ->
          new Known(
              select(connected.nodes(), providerIds, names),
              Set.of(),
              connected.nodes(),
              new NodeWriter(connected.client(), cluster),
              Set.of());
      case WorkloadClusterState.Unreachable unreachable ->
          new Unreachable(
              unreachable.cause(),
              unreachable.message(),
              unreachable.since(),
              unreachable.triedAt(),
              select(unreachable.nodes(), providerIds, Set.of()));
    };
  }

  private static List<WorkloadNode> select(
      WorkloadNodes all, Set<String> providerIds, Set<String> names) {
    var found = new LinkedHashMap<String, WorkloadNode>();
    providerIds.forEach(
        id -> all.byProviderId(id).forEach(node -> found.put(node.facts().uid(), node)));
    names.forEach(name -> all.byName(name).ifPresent(node -> found.put(node.facts().uid(), node)));
    return List.copyOf(found.values());
  }
}
