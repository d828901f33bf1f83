package io.weir.manager.machinepool;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.PoolSnapshot.Workload;
import io.weir.engine.pool.Snapshots;
import io.weir.engine.workload.Cause;
import io.weir.manager.workload.NodeWrites;
import io.weir.manager.workload.WorkloadNodes;
import io.weir.manager.workload.WorkloadView;
import io.weir.manager.workload.Workloads;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/** The Nodes that a pool's members have, or had, in the workload cluster. */
sealed interface MemberNodes {

  /**
   * They are seen.
   *
   * @param nodes all of those asked for that exist
   * @param hadNode the provider IDs asked for that had a Node at an earlier look, or have one now
   * @param all the Nodes of the cluster
   */
  record Known(List<WorkloadNode> nodes, Set<String> hadNode, WorkloadNodes all, NodeWrites writes)
      implements MemberNodes {
    public Known {
      nodes = List.copyOf(nodes);
      hadNode = Set.copyOf(hadNode);
    }
  }

  /**
   * They can't be seen now.
   *
   * @param because one sentence for people; empty while {@link #connecting()}
   * @param since when they could last be seen, or it was first tried
   * @param tried when it was last tried in vain to see them
   * @param last those of the provider IDs asked for that were seen at last, if that is known
   */
  record Unreachable(
      Cause cause, String because, Instant since, Instant tried, List<WorkloadNode> last)
      implements MemberNodes {
    public Unreachable {
      last = List.copyOf(last);
    }
  }

  /** Nobody has a Node yet, so none is asked for. */
  record None() implements MemberNodes {}

  /** The Cluster whose Nodes they are does not exist. */
  record NoCluster(ObjectKey cluster) implements MemberNodes {}

  /** Whether the first answer of their cluster is still on its way: no reason to worry anybody. */
  default boolean connecting() {
    return this instanceof Unreachable down && down.cause() == Cause.CONNECTING;
  }

  /** The same, as the engine has it. */
  default Workload workload(Instant now) {
    return switch (this) {
      case Known known ->
          new Workload.Known(
              known.nodes().stream().map(Snapshots::node).toList(),
              known.hadNode(),
              known.all().unidentified(now));
      case Unreachable unreachable -> new Workload.Unreachable(unreachable.because());
      case NoCluster(ObjectKey missing) ->
          new Workload.Absent(GroupKind.CLUSTER.kind() + " " + missing);
      case None _ -> new Workload.Known(List.of());
    };
  }

  /** The Nodes with one of these provider IDs or names. */
  static MemberNodes in(
      Workloads workloads, ObjectKey cluster, Set<String> providerIds, Set<String> names) {
    if (providerIds.isEmpty() && names.isEmpty()) {
      return new None();
    }
    return switch (workloads.view(cluster)) {
      case WorkloadView.Connected connected ->
          new Known(
              select(connected.nodes(), providerIds, names),
              Set.of(),
              connected.nodes(),
              new NodeWrites(connected.client()));
      case WorkloadView.Unreachable unreachable ->
          new Unreachable(
              unreachable.cause(),
              unreachable.why(),
              unreachable.since(),
              unreachable.tried(),
              select(unreachable.nodes(), providerIds, Set.of()));
    };
  }

  private static List<WorkloadNode> select(
      WorkloadNodes all, Set<String> providerIds, Set<String> names) {
    var found = new LinkedHashMap<String, WorkloadNode>();
    providerIds.forEach(
        id -> all.byProviderId(id).forEach(node -> found.put(node.facts().uid(), node)));
    names.forEach(name -> all.named(name).ifPresent(node -> found.put(node.facts().uid(), node)));
    return List.copyOf(found.values());
  }
}
