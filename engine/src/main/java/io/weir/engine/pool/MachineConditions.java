package io.weir.engine.pool;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import io.weir.engine.pool.ReplicaCounts.KubeletVersionCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is true of the machines of a pool, as their Nodes and the infrastructure provider tell it.
 *
 * @param staying Nodes of members that are counted; empty where Nodes cannot be seen
 */
record MachineConditions(PoolSnapshot pool, ReplicaCounts counts, List<NodeSnapshot> staying) {

  private static final int NAMED_AT_MOST = 3;

  Condition ready() {
    String type = ConditionTypes.MACHINES_READY;
    Optional<Condition> unseen = unseen(type);
    if (unseen.isPresent()) {
      return unseen.get();
    }
    if (machines() == 0) {
      return Condition.of(type, true, ConditionReasons.NO_REPLICAS, "");
    }
    List<String> troubles = notReady();
    return troubles.isEmpty()
        ? Condition.of(type, true, ConditionReasons.READY, "")
        : Condition.of(
            type,
            false,
            ConditionReasons.NOT_READY,
            "%d of %d machines ready: %s"
                .formatted(counts.ready(), machines(), String.join("; ", troubles)));
  }

  private List<String> notReady() {
    var troubles = new ArrayList<String>();
    int absent = machines() - staying.size();
    int gone = Math.min(absent, nodesGone());
    if (gone > 0) {
      troubles.add("%d with a deleted Node: restart the kubelet there".formatted(gone));
    }
    if (absent > gone) {
      troubles.add("%d without a Node yet".formatted(absent - gone) + unidentified());
    }
    List<String> names =
        staying.stream()
            .filter(nodeSnapshot -> !nodeSnapshot.isReady())
            .map(NodeSnapshot::name)
            .sorted()
            .toList();
    if (!names.isEmpty()) {
      troubles.add("not Ready: " + NameList.abbreviate(names, NAMED_AT_MOST));
    }
    return troubles;
  }

  /** Machines that go on without the Node that they had, as when it was deleted by hand. */
  private int nodesGone() {
    if (!(pool.workload() instanceof WorkloadState.Reachable reachable)
        || !(pool.infrastructure() instanceof InfrastructureState.Present present)) {
      return 0;
    }
    Set<String> there = staying.stream().map(NodeSnapshot::providerId).collect(Collectors.toSet());
    return (int)
        present.providerIds().stream()
            .distinct()
            .filter(id -> reachable.providerIdsSeenWithNode().contains(id))
            .filter(id -> !there.contains(id) && !present.terminating().contains(id))
            .count();
  }

  /** The Nodes may be there, and only lack what tells whose they are. */
  private String unidentified() {
    int many =
        pool.workload() instanceof WorkloadState.Reachable reachable
            ? reachable.nodesWithoutProviderId()
            : 0;
    return many == 0
        ? ""
        : (many == 1
                ? "; 1 Node of the cluster has no spec.providerID, so it matches no machine"
                : "; %d Nodes of the cluster have no spec.providerID, so they match no machine"
                    .formatted(many))
            + ": the kubelet needs cloud-provider=external and the cluster a cloud controller"
            + " manager, or the kubelet provider-id in its arguments";
  }

  Condition upToDate() {
    String type = ConditionTypes.MACHINES_UP_TO_DATE;
    Optional<String> older = ofOlderTemplate().or(this::ofOtherVersion);
    if (older.isPresent()) {
      return Condition.of(type, false, ConditionReasons.NOT_UP_TO_DATE, older.get());
    }
    return unseen(type).orElseGet(() -> Condition.of(type, true, ConditionReasons.UP_TO_DATE, ""));
  }

  /** What the provider tells needs no Nodes. */
  Condition rollingOut() {
    Optional<String> reported =
        pool.deleting()
            ? Optional.empty()
            : replacing()
                .map(
                    how ->
                        how
                            + PoolProblems.infrastructureProblem(pool)
                                .map(why -> "; " + why)
                                .orElse(""));
    return Condition.of(
        ConditionTypes.ROLLING_OUT,
        reported.isPresent(),
        reported.isPresent() ? ConditionReasons.ROLLING_OUT : ConditionReasons.NOT_ROLLING_OUT,
        reported.orElse(""));
  }

  private Optional<String> replacing() {
    String reported = pool.providerMessages().update();
    Optional<String> ofOlder =
        ofOlderTemplate().map(number -> reported.isEmpty() ? number : reported);
    return ofOlder.or(
        () -> ofOtherVersion().map(which -> reported.isEmpty() ? which : which + "; " + reported));
  }

  private Optional<String> ofOlderTemplate() {
    OptionalInt newest = pool.upToDateReplicas();
    return newest.isPresent()
        ? Optional.of(
            "%d of %d machines use the newest template".formatted(newest.getAsInt(), machines()))
        : Optional.empty();
  }

  /** The machines whose Node runs another version than the pool asks for. */
  private Optional<String> ofOtherVersion() {
    String wanted = pool.version().orElse("");
    List<KubeletVersionCount> others =
        counts.versions().stream()
            .filter(count -> !KubernetesVersionOrder.isVersionOf(count.version(), wanted))
            .toList();
    if (wanted.isEmpty() || others.isEmpty()) {
      return Optional.empty();
    }
    int many = others.stream().mapToInt(KubeletVersionCount::replicas).sum();
    String which =
        others.stream()
            .map(count -> "%d run %s".formatted(count.replicas(), count.version()))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "%d of %d machines not up to date: %s instead of %s"
            .formatted(many, Math.max(many, machines()), which, wanted));
  }

  private int machines() {
    return counts.machineCount(staying.size());
  }

  private Optional<Condition> unseen(String type) {
    return switch (pool.workload()) {
      case WorkloadState.Reachable _ -> Optional.empty();
      case WorkloadState.Unreachable down ->
          Optional.of(
              Condition.ofUnknown(
                  type, ConditionReasons.CONNECTION_DOWN, UnreachableNodesMessage.of(down)));
      case WorkloadState.ClusterMissing clusterMissing ->
          Optional.of(
              Condition.ofUnknown(
                  type,
                  ConditionReasons.OBJECT_DOES_NOT_EXIST,
                  PoolProblems.clusterMissingMessage(clusterMissing)));
    };
  }
}
