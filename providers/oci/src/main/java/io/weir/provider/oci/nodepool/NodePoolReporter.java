package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ConditionTypes;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Observation;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolMembers;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolReadiness.ReadinessState;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.http.JsonFields;
import io.weir.provider.managed.SpecAppliedCondition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a pass found out, as fields and conditions of an OCIManagedMachinePool. NodePoolReady is the
 * condition of Cluster API's own provider, with its reasons; the others are Weir's.
 *
 * @param progress what was found out
 */
public record NodePoolReporter(ReportContext<DesiredNodePool, ObservedNodePools> progress) {
  private static final Map<ReadinessState, String> REASONS =
      Map.of(
          ReadinessState.WAITING, "NodePoolNotReady",
          ReadinessState.BLOCKED, "NodePoolProvisionFailed",
          ReadinessState.DEGRADED, "NodePoolProvisionFailed");

  private static final Map<ReadinessState, String> REASONS_AT_DELETION =
      Map.of(
          ReadinessState.WAITING, "NodePoolDeletionInProgress",
          ReadinessState.BLOCKED, "NodePoolProvisionFailed",
          ReadinessState.DEGRADED, "NodePoolDeletionInProgress");

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedNodePools> _ -> ProviderReport.unknown(ready());
      case Observation.ProvenAbsent<ObservedNodePools> _ -> ProviderReport.absent(ready());
      case Observation.Present<ObservedNodePools> _ when progress.ownershipConflict().isPresent() ->
          ProviderReport.unknown(ready());
      case Observation.Present<ObservedNodePools>(ObservedNodePools seen, _) ->
          seen.marked(progress.pool(), progress.annotations()).stream()
              .findFirst()
              .map(used -> made(used, seen))
              // What is not marked yet will be, before anything is said of it.
              .orElseGet(() -> ProviderReport.unknown(ready()));
    };
  }

  private ProviderReport made(NodePool made, ObservedNodePools seen) {
    List<OkeNode> nodes = made.nodes().stream().filter(OkeNode::isInstance).toList();
    var members = PoolMembers.of(nodes.stream().map(OkeNode::toInstance));
    var annotations = new HashMap<String, Optional<String>>();
    annotations.put(NodePoolNotes.ID, Optional.of(made.id()));
    annotations.put(NodePoolNotes.CREATION, Optional.empty());
    var conditions = new ArrayList<>(ready());
    var size = OptionalInt.empty();
    if (progress.resolution().orElse(null)
        instanceof ResolveResult.Resolved<DesiredNodePool>(DesiredNodePool desired)) {
      annotations.put(NodePoolNotes.IMAGE, desired.noteOf(made));
      annotations.put(MetadataKeys.UP_TO_DATE_REPLICAS, upToDate(desired, nodes));
      conditions.add(withSeverity(applied(desired, made, seen).toCondition()));
      conditions.add(withSeverity(desired.upgrade(made, seen.cluster()).toCondition()));
      size = desired.size().isEmpty() ? OptionalInt.of(made.size()) : size;
    }
    boolean works = nodes.stream().anyMatch(OkeNode::isActive);
    boolean ready = !progress.deleting() && (made.state().equals("ACTIVE") || works);
    ProviderReport report = ProviderReport.of(members, ready, conditions);
    report.spec().put("id", made.id()).put("providerID", "oci://" + made.id());
    ObjectNode status = report.status();
    status.put("nodepoolLifecycleState", made.state());
    // Upstream's core would make Machines for what no Machine ends.
    status.putNull("infrastructureMachineKind");
    ArrayNode messages = status.putArray("failureMessages");
    made.nodes().stream()
        .map(OkeNode::error)
        .filter(error -> !error.isEmpty())
        .distinct()
        .sorted()
        .forEach(messages::add);
    return report.withAnnotations(annotations).withReplicas(size);
  }

  /** An upper bound: nodes of the version may still have older settings. */
  private static Optional<String> upToDate(DesiredNodePool desired, List<OkeNode> nodes) {
    List<OkeNode> current =
        nodes.stream().filter(node -> desired.isOfVersion(node.version())).toList();
    return current.size() == nodes.size()
        ? Optional.empty()
        : Optional.of(
            Integer.toString(PoolMembers.of(current.stream().map(OkeNode::toInstance)).replicas()));
  }

  private SpecAppliedCondition applied(
      DesiredNodePool desired, NodePool made, ObservedNodePools seen) {
    ObjectNode changes = desired.changes(made, seen.cluster());
    var open = new ArrayList<>(JsonFields.names(changes));
    if (changes.path(DesiredNodePool.CONFIG) instanceof ObjectNode config) {
      open.remove(DesiredNodePool.CONFIG);
      open.addAll(JsonFields.names(config));
    }
    desired.size().stream().filter(size -> size != made.size()).forEach(_ -> open.add("size"));
    return new SpecAppliedCondition(
        made.name(), List.of(), open, "the node pool is " + made.state(), desired.remarks());
  }

  private List<Condition> ready() {
    return PoolReadiness.of(progress, this::special)
        .map(
            how ->
                how.toConditions(
                    PoolKind.ConditionStyle.WITH_SEVERITY,
                    progress.deleting() ? REASONS_AT_DELETION : REASONS,
                    "NodePoolReady",
                    ConditionTypes.READY))
        .orElse(List.of());
  }

  /** What goes before all that can be said of any pool. */
  private Optional<PoolReadiness> special(ObservedNodePools seen) {
    List<NodePool> ours = seen.marked(progress.pool(), progress.annotations());
    if (ours.isEmpty()) {
      return Optional.of(
          PoolReadiness.waiting(
              "node pool %s does not have the tags of this pool yet; Weir sets them next"
                  .formatted(progress.pool().cloudName())));
    }
    NodePool made = ours.getFirst();
    if (progress.deleting()) {
      return Optional.of(
          PoolReadiness.waiting(
              "node pool %s is being deleted, %d nodes are left"
                  .formatted(made.name(), made.nodes().size())));
    }
    if (made.isDeleting()) {
      return Optional.of(
          PoolReadiness.waiting(
              "node pool %s is being deleted by somebody else; Weir recreates it"
                  .formatted(made.name())));
    }
    if (made.state().equals("CREATING")) {
      return Optional.of(
          PoolReadiness.waiting("OKE is creating node pool %s".formatted(made.name())));
    }
    String others = ours.stream().skip(1).map(NodePool::id).collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PoolReadiness.blocked(
                "several node pools have its tags; %s is used, delete %s in Oracle Cloud"
                    .formatted(made.id(), others)));
  }

  private static Condition withSeverity(Condition condition) {
    return condition.status() == ConditionStatus.FALSE
        ? Condition.ofFalse(condition.type(), "Info", condition.reason(), condition.message())
        : condition;
  }
}
