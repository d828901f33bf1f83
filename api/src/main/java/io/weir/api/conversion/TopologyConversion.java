package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** What a Cluster asks of its ClusterClass, in v1beta1. */
final class TopologyConversion {

  private static final List<String> GROUPS = List.of("machineDeployments", "machinePools");
  private static final String[] REMEDIATION = {"healthCheck", "remediation"};

  private TopologyConversion() {}

  static void toHub(ObjectNode topology) {
    ObjectNode reference = topology.objectNode();
    TreeFields.rename(topology, "class", reference, "name");
    TreeFields.rename(topology, "classNamespace", reference, "namespace");
    TreeFields.mergeInto(topology, "classRef", reference);
    topology.remove("rolloutAfter");
    variables(topology.path("variables"));
    groups(topology, TopologyConversion::groupToHub);
  }

  private static void groupToHub(ObjectNode group) {
    MachineSpecConversion.timeoutsToHub(group);
    variables(group.path("variables").path("overrides"));
    HealthCheckConversion.toHub(group);
    RolloutStrategyConversion.toHub(group, REMEDIATION);
  }

  /** Which of several schemas a value is for is not said any more. */
  private static void variables(JsonNode variables) {
    TreeFields.forEachObject(variables, variable -> variable.remove("definitionFrom"));
  }

  /** The way back, for the topology of this object. */
  static void fromHub(ObjectNode topology, JsonNode cluster) {
    ObjectNode reference = TreeFields.getOrEmpty(topology, "classRef");
    TreeFields.rename(reference, "name", topology, "class");
    TreeFields.rename(reference, "namespace", topology, "classNamespace");
    TreeFields.dropIfEmpty(topology, "classRef");
    TreeFields.getOrCreate(topology, "controlPlane");
    groups(topology, group -> groupFromHub(group, cluster));
  }

  private static void groupFromHub(ObjectNode group, JsonNode cluster) {
    TreeFields.getOrCreate(group, "metadata");
    // In this order: both take from what the stored version has together.
    RolloutStrategyConversion.fromHub(group, REMEDIATION);
    HealthCheckConversion.fromHub(group, cluster);
    MachineSpecConversion.timeoutsFromHub(group);
  }

  private static void groups(ObjectNode topology, Consumer<ObjectNode> work) {
    TreeFields.ifObject(topology, work, "controlPlane");
    GROUPS.forEach(name -> TreeFields.forEachObject(topology.path("workers").path(name), work));
  }
}
