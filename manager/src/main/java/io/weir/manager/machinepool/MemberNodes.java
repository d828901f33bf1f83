package io.weir.manager.machinepool;

import io.weir.api.ObjectKey;
import io.weir.manager.workload.NodeWrites;
import io.weir.manager.workload.WorkloadNode;
import io.weir.manager.workload.WorkloadNodes;
import io.weir.manager.workload.WorkloadView;
import io.weir.manager.workload.Workloads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/** The Nodes that a pool's members have, or had, in the workload cluster. */
sealed interface MemberNodes {

  /** These are all of those asked for that exist. */
  record Known(List<WorkloadNode> nodes, NodeWrites writes) implements MemberNodes {
    public Known {
      nodes = List.copyOf(nodes);
    }
  }

  /** They can't be seen now. */
  record Unreachable(String because) implements MemberNodes {}

  /** Nobody has a Node yet, so none is asked for. */
  record None() implements MemberNodes {}

  /** The Nodes with one of these provider IDs or names. */
  static MemberNodes in(
      Workloads workloads, ObjectKey cluster, Set<String> providerIds, Set<String> names) {
    if (providerIds.isEmpty() && names.isEmpty()) {
      return new None();
    }
    return switch (workloads.view(cluster)) {
      case WorkloadView.Connected connected ->
          new Known(
              select(connected.nodes(), providerIds, names), new NodeWrites(connected.client()));
      case WorkloadView.Unreachable unreachable -> new Unreachable(unreachable.why());
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
