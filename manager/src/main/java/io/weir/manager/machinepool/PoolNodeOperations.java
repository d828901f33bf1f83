package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.engine.noderef.NodeUpdates;
import io.weir.engine.noderef.PropagatedMetadata;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.workload.NodeWriter;
import io.weir.manager.workload.WorkloadClusterAccess;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the Nodes of a pool, marks those of members and removes those whose machine is gone. */
final class PoolNodeOperations {

  private final WorkloadClusterAccess workloadClusterAccess;
  private final BiFunction<ObjectKey, WorkloadNode, List<ApiObject>> poolsWith;
  private final NodeHistory history = new NodeHistory();

  /**
   * Operations in workload clusters.
   *
   * @param poolsWith the pools that list the machine of a Cluster's Node
   */
  PoolNodeOperations(
      WorkloadClusterAccess workloadClusterAccess,
      BiFunction<ObjectKey, WorkloadNode, List<ApiObject>> poolsWith) {
    this.workloadClusterAccess = workloadClusterAccess;
    this.poolsWith = poolsWith;
  }

  /** The Nodes of those that are members, or were. */
  MemberNodes observe(MachinePoolObjects parts, InfrastructureState infrastructureState) {
    if (parts.cluster().isEmpty()) {
      return new MemberNodes.NoCluster(parts.clusterKey());
    }
    Set<String> members =
        infrastructureState instanceof InfrastructureState.Present present
            ? Set.copyOf(present.providerIds())
            : Set.of();
    Set<String> ids = new HashSet<>(parts.view().spec().providerIDList());
    ids.addAll(members);
    Set<String> names = new HashSet<>();
    parts.view().status().nodeRefs().forEach(ref -> names.add(String.valueOf(ref.name())));
    MemberNodes found = MemberNodes.find(workloadClusterAccess, parts.clusterKey(), ids, names);
    return history.addHistory(
        parts.pool(),
        members,
        ids,
        found instanceof MemberNodes.Known known
            ? known.keeping(node -> isListedByOthers(parts, node))
            : found);
  }

  /** Also by one that is on its way: the Node is that one's to delete. */
  private boolean isListedByOthers(MachinePoolObjects parts, WorkloadNode node) {
    return poolsWith.apply(parts.clusterKey(), node).stream()
        .anyMatch(other -> !other.uid().equals(parts.pool().uid()));
  }

  /** Has the workload cluster tried to be reached now; the answer brings the pool a pass. */
  void retryConnection(MachinePoolObjects parts) {
    workloadClusterAccess.retryConnection(parts.clusterKey());
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    history.forget(pool);
  }

  /**
   * What came of deleting Nodes.
   *
   * @param remaining those that are still there
   * @param refusal why, if any refused
   */
  record RemovalResult(List<NodeRef> remaining, Optional<KubeException> refusal) {

    /**
     * To be called when everything else is done.
     *
     * @throws KubeException the first refusal, with the others added to it
     */
    void throwIfRefused() {
      if (refusal.isPresent()) {
        throw refusal.get();
      }
    }
  }

  /** Deletes the Nodes whose machine is gone. */
  static RemovalResult remove(MemberNodes seen, PoolDecision decision) {
    return seen instanceof MemberNodes.Known known
        ? delete(orphans(known, decision), known.writer())
        : new RemovalResult(List.of(), Optional.empty());
  }

  /** Deletes none of them, as their machines turn out to stay. */
  static RemovalResult keep(MemberNodes seen, PoolDecision decision) {
    return new RemovalResult(
        seen instanceof MemberNodes.Known known
            ? orphans(known, decision).stream()
                .map(node -> new NodeRef(node.facts().name(), node.facts().uid()))
                .toList()
            : List.of(),
        Optional.empty());
  }

  /**
   * Deletes Nodes. One that refuses does not keep the others from it; a server that gives no answer
   * does.
   */
  static RemovalResult delete(List<WorkloadNode> nodes, NodeWriter writes) {
    var left = new ArrayList<NodeRef>();
    KubeException refused = null;
    KubeException last = null;
    for (WorkloadNode node : nodes) {
      try {
        if (!isUnanswered(last)) {
          writes.delete(node);
          continue;
        }
      } catch (KubeException failure) {
        last = failure;
        refused = addSuppressed(refused, failure);
      }
      left.add(new NodeRef(node.facts().name(), node.facts().uid()));
    }
    return new RemovalResult(left, Optional.ofNullable(refused));
  }

  /**
   * Marks the Nodes of members, with the same patience.
   *
   * @throws KubeException the first refusal, with the others added to it
   */
  static void updateMembers(MachinePoolObjects parts, MemberNodes seen, PoolDecision decision) {
    if (!(seen instanceof MemberNodes.Known known)) {
      return;
    }
    var nodeOwner =
        new NodeUpdates.NodeOwner(
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
          updateMembers(nodeOwner, known.writer(), node);
        }
      } catch (KubeException failure) {
        refused = addSuppressed(refused, failure);
        if (isUnanswered(failure)) {
          break;
        }
      }
    }
    if (refused != null) {
      throw refused;
    }
  }

  private static PropagatedMetadata template(MachinePoolObjects parts) {
    MachinePool.Metadata metadata = parts.view().spec().template().metadata();
    return new PropagatedMetadata(metadata.labels(), metadata.annotations());
  }

  private static List<WorkloadNode> orphans(MemberNodes.Known known, PoolDecision decision) {
    return known.nodes().stream()
        .filter(node -> decision.orphans().contains(node.facts().name()))
        .toList();
  }

  private static void updateMembers(
      NodeUpdates.NodeOwner nodeOwner, NodeWriter writes, WorkloadNode node) {
    var nodeMetadataState =
        new NodeUpdates.NodeMetadataState(
            node.facts().labels(), node.facts().annotations(), node.taintKeys());
    NodeUpdates.updateFor(nodeOwner, nodeMetadataState)
        .ifPresent(
            nodeUpdate -> {
              WorkloadNode _ = writes.update(node, nodeUpdate);
            });
  }

  /** Whether the server gives no answer, or none for now. */
  static boolean isUnanswered(@Nullable KubeException failure) {
    return failure instanceof KubeException.Unavailable
        || failure instanceof KubeException.TooManyRequests;
  }

  private static KubeException addSuppressed(@Nullable KubeException first, KubeException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
