package io.weir.provider.azure.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import io.weir.provider.InfrastructureMachines.MachineReport;
import io.weir.provider.InfrastructureMachines.MachineSubject;
import io.weir.provider.PoolNode;
import io.weir.provider.SummaryCondition;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of one instance, as the status of its AzureMachinePoolMachine. While the Nodes are
 * not known, what was last said of its Node stays.
 *
 * @param observed the scale set that it is in
 * @param machine the instance
 */
record MachineReporter(ObservedScaleSet observed, MachineSubject machine) {

  MachineReport report() {
    ObjectNode status = Json.MAPPER.createObjectNode();
    String state = Excerpt.of(member().map(ScaleSetInstance::provisioningState).orElse(""));
    if (state.isEmpty()) {
      status.putNull("provisioningState");
    } else {
      status.put("provisioningState", state);
    }
    Optional<Boolean> latest = hasLatestModel();
    if (latest.isPresent()) {
      status.put("latestModelApplied", latest.get());
    } else {
      status.putNull("latestModelApplied");
    }
    if (machine.nodesKnown()) {
      node(status);
    }
    withoutUpstreams(status);
    return new MachineReport(status, conditions());
  }

  private void node(ObjectNode status) {
    Optional<PoolNode> node = machine.node();
    status.put("ready", node.filter(PoolNode::isReady).isPresent());
    node.ifPresentOrElse(
        there ->
            status
                .putObject("nodeRef")
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", there.name())
                .put("uid", there.uid()),
        () -> status.putNull("nodeRef"));
    node.map(PoolNode::kubeletVersion)
        .filter(version -> !version.isEmpty())
        .ifPresentOrElse(
            version -> status.put("version", version), () -> status.putNull("version"));
  }

  /** Upstream's provider takes up operations that Azure has long forgotten. */
  private static void withoutUpstreams(ObjectNode status) {
    status.putNull("failureReason");
    status.putNull("failureMessage");
    status.putNull("longRunningOperationStates");
  }

  /** Where nothing tells what it was made from, what Azure says of a Uniform one. */
  private Optional<Boolean> hasLatestModel() {
    return switch (machine.freshness()) {
      case CURRENT -> Optional.of(true);
      case OUTDATED -> Optional.of(false);
      case UNKNOWN -> member().flatMap(ScaleSetInstance::latestModel);
    };
  }

  private Optional<ScaleSetInstance> member() {
    return observed.members().stream()
        .filter(each -> each.id().equals(machine.instance().id()))
        .findFirst();
  }

  private List<Condition> conditions() {
    var conditions = new ArrayList<Condition>();
    conditions.add(running());
    if (machine.nodesKnown()) {
      conditions.add(nodeHealthy());
    }
    if (machine.nodesKnown() || !conditions.getFirst().isTrue()) {
      conditions.add(SummaryCondition.of(AzureConditions.READY, List.copyOf(conditions), ""));
    }
    return conditions;
  }

  private Condition running() {
    Optional<String> problem = member().flatMap(ScaleSetInstance::problem);
    return switch (machine.instance().state()) {
      case RUNNING -> Condition.ofTrue(AzureConditions.VM_RUNNING, "", problem.orElse(""));
      case STARTING ->
          notRunning(
              AzureConditions.INFO, AzureConditions.CREATING, "Azure is creating the machine");
      case TERMINATING, HELD ->
          notRunning(
              AzureConditions.INFO, AzureConditions.DELETING, "Azure is deleting the machine");
      case IDLE ->
          notRunning(
              AzureConditions.WARNING,
              AzureConditions.VM_STOPPED,
              "the machine is stopped: start it, or delete this object to have it replaced");
      case FAILED ->
          notRunning(
              AzureConditions.ERROR,
              AzureConditions.FAILED,
              problem.orElse("Azure calls the machine failed, or has evicted it"));
    };
  }

  private static Condition notRunning(String severity, String reason, String message) {
    return Condition.ofFalse(AzureConditions.VM_RUNNING, severity, reason, message);
  }

  private Condition nodeHealthy() {
    return machine
        .node()
        .map(
            node ->
                node.isReady()
                    ? Condition.ofTrue(AzureConditions.NODE_HEALTHY)
                    : Condition.ofFalse(
                        AzureConditions.NODE_HEALTHY,
                        AzureConditions.WARNING,
                        AzureConditions.NODE_CONDITIONS_FAILED,
                        "Node %s is not Ready".formatted(node.name())))
        .orElseGet(
            () ->
                Condition.ofFalse(
                    AzureConditions.NODE_HEALTHY,
                    AzureConditions.INFO,
                    AzureConditions.WAITING_FOR_NODE_REF,
                    "no Node has provider ID " + machine.instance().providerId()));
  }
}
