package io.weir.manager.machinepool;

import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.engine.noderef.NodeMarks;
import io.weir.engine.noderef.NodeMetadata;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolParts;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.workload.NodeWrites;
import io.weir.manager.workload.Workloads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the Nodes of a pool, marks those of members and removes those whose machine is gone. */
final class NodeCare {

  private final Workloads workloads;
  private final FormerNodes former = new FormerNodes();

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
    return former.with(
        parts.pool(), ids, MemberNodes.in(workloads, parts.clusterKey(), ids, names));
  }

  /** Has the workload cluster tried to be reached now; the answer brings the pool a pass. */
  void look(PoolParts parts) {
    workloads.look(parts.clusterKey());
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    former.forget(pool);
  }

  /**
   * What came of deleting Nodes.
   *
   * @param left those that are still there
   * @param refused why; empty if none is left
   */
  record Removal(List<NodeRef> left, Optional<KubeException> refused) {

    /**
     * To be called when everything else is done.
     *
     * @throws KubeException the first refusal, with the others added to it
     */
    void orThrow() {
      if (refused.isPresent()) {
        throw refused.get();
      }
    }
  }

  /** Deletes the Nodes whose machine is gone. */
  static Removal remove(MemberNodes seen, PoolDecision decision) {
    return seen instanceof MemberNodes.Known known
        ? delete(orphans(known, decision), known.writes())
        : new Removal(List.of(), Optional.empty());
  }

  /**
   * Deletes Nodes. One that refuses does not keep the others from it; a server that gives no answer
   * does.
   */
  static Removal delete(List<WorkloadNode> nodes, NodeWrites writes) {
    var left = new ArrayList<NodeRef>();
    KubeException refused = null;
    KubeException last = null;
    for (WorkloadNode node : nodes) {
      try {
        if (!silent(last)) {
          writes.delete(node);
          continue;
        }
      } catch (KubeException failure) {
        last = failure;
        refused = with(refused, failure);
      }
      left.add(new NodeRef(node.facts().name(), node.facts().uid()));
    }
    return new Removal(left, Optional.ofNullable(refused));
  }

  /**
   * Marks the Nodes of members, with the same patience.
   *
   * @throws KubeException the first refusal, with the others added to it
   */
  static void mark(PoolParts parts, MemberNodes seen, PoolDecision decision) {
    if (!(seen instanceof MemberNodes.Known known)) {
      return;
    }
    var owner =
        new NodeMarks.Owner(
            parts.view().spec().clusterName(),
            parts.pool().namespace(),
            parts.pool().name(),
            template(parts));
    Set<String> members =
        decision.nodeRefs().stream().map(ref -> ref.uid()).collect(Collectors.toSet());
    KubeException refused = null;
    for (WorkloadNode node : known.nodes()) {
      try {
        if (members.contains(node.facts().uid()) && !node.facts().deleting()) {
          mark(owner, known.writes(), node);
        }
      } catch (KubeException failure) {
        refused = with(refused, failure);
        if (silent(failure)) {
          break;
        }
      }
    }
    if (refused != null) {
      throw refused;
    }
  }

  private static NodeMetadata template(PoolParts parts) {
    MachinePool.Metadata metadata = parts.view().spec().template().metadata();
    return new NodeMetadata(metadata.labels(), metadata.annotations());
  }

  private static List<WorkloadNode> orphans(MemberNodes.Known known, PoolDecision decision) {
    return known.nodes().stream()
        .filter(node -> decision.orphans().contains(node.facts().name()))
        .toList();
  }

  private static void mark(NodeMarks.Owner owner, NodeWrites writes, WorkloadNode node) {
    var marked =
        new NodeMarks.Marked(node.facts().labels(), node.facts().annotations(), node.taintKeys());
    NodeMarks.edit(owner, marked)
        .ifPresent(
            edit -> {
              WorkloadNode _ = writes.mark(node, edit);
            });
  }

  /** Whether the server gives no answer, or none for now. */
  static boolean silent(@Nullable KubeException failure) {
    return failure instanceof KubeException.Unavailable || failure instanceof KubeException.TooMany;
  }

  private static KubeException with(@Nullable KubeException first, KubeException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
