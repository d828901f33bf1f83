package io.weir.manager.machinepool;

import io.weir.engine.noderef.NodeMarks;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.manager.runtime.kube.KubeException;
import io.weir.manager.workload.NodeFacts;
import io.weir.manager.workload.NodeWrites;
import io.weir.manager.workload.WorkloadNode;
import io.weir.manager.workload.Workloads;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the Nodes of a pool, marks those of members and removes those whose machine is gone. */
final class NodeCare {

  private final Workloads workloads;

  NodeCare(Workloads workloads) {
    this.workloads = workloads;
  }

  /** The Nodes of those that are members, or were. */
  MemberNodes seen(PoolParts parts, Infrastructure infrastructure) {
    if (parts.cluster().isEmpty()) {
      return new MemberNodes.NoCluster(parts.clusterKey());
    }
    Set<String> ids = new HashSet<>(parts.view().spec().providerIDList());
    if (infrastructure instanceof Infrastructure.Present present) {
      ids.addAll(present.providerIds());
    }
    Set<String> names = new HashSet<>();
    parts.view().status().nodeRefs().forEach(ref -> names.add(String.valueOf(ref.name())));
    return MemberNodes.in(workloads, parts.clusterKey(), ids, names);
  }

  /**
   * Does to every Node what the decision means for it. One that refuses does not keep the others
   * from it; a server that gives no answer does.
   *
   * @throws KubeException the first refusal, with the others added to it
   */
  static void tend(PoolParts parts, MemberNodes seen, PoolDecision decision) {
    if (!(seen instanceof MemberNodes.Known known)) {
      return;
    }
    var owner =
        new NodeMarks.Owner(
            parts.view().spec().clusterName(), parts.pool().namespace(), parts.pool().name());
    Set<String> members =
        decision.nodeRefs().stream().map(ref -> ref.uid()).collect(Collectors.toSet());
    KubeException refused = null;
    for (WorkloadNode node : known.nodes()) {
      try {
        tend(owner, known.writes(), node, members, decision);
      } catch (KubeException.Unavailable | KubeException.TooMany silent) {
        throw silent;
      } catch (KubeException failure) {
        refused = with(refused, failure);
      }
    }
    if (refused != null) {
      throw refused;
    }
  }

  private static void tend(
      NodeMarks.Owner owner,
      NodeWrites writes,
      WorkloadNode node,
      Set<String> members,
      PoolDecision decision) {
    NodeFacts facts = node.facts();
    if (decision.orphans().contains(facts.name())) {
      writes.delete(node);
    } else if (members.contains(facts.uid()) && !facts.deleting()) {
      NodeMarks.edit(owner, facts.annotations(), node.taintKeys())
          .ifPresent(
              edit -> {
                WorkloadNode _ = writes.mark(node, edit);
              });
    }
  }

  private static KubeException with(@Nullable KubeException first, KubeException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
