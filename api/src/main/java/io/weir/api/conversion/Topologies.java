package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** What a Cluster asks of its ClusterClass, in v1beta1. */
final class Topologies {

  private static final List<String> GROUPS = List.of("machineDeployments", "machinePools");

  private Topologies() {}

  static void toHub(ObjectNode topology) {
    ObjectNode reference = topology.objectNode();
    Fields.rename(topology, "class", reference, "name");
    Fields.rename(topology, "classNamespace", reference, "namespace");
    Fields.add(topology, "classRef", reference);
    topology.remove("rolloutAfter");
    variables(topology.path("variables"));
    groups(topology, Topologies::groupToHub);
  }

  private static void groupToHub(ObjectNode group) {
    MachineSpecs.timeoutsToHub(group);
    variables(group.path("variables").path("overrides"));
    HealthChecks.toHub(group);
    Strategies.toHub(group);
  }

  /** Which of several schemas a value is for is not said any more. */
  private static void variables(JsonNode variables) {
    Fields.each(variables, variable -> variable.remove("definitionFrom"));
  }

  /** The way back, for the topology of this object. */
  static void fromHub(ObjectNode topology, JsonNode cluster) {
    ObjectNode reference = Fields.look(topology, "classRef");
    Fields.rename(reference, "name", topology, "class");
    Fields.rename(reference, "namespace", topology, "classNamespace");
    Fields.dropIfEmpty(topology, "classRef");
    Fields.make(topology, "controlPlane");
    groups(topology, group -> groupFromHub(group, cluster));
  }

  private static void groupFromHub(ObjectNode group, JsonNode cluster) {
    Fields.make(group, "metadata");
    // In this order: both take from what the stored version has together.
    Strategies.fromHub(group);
    HealthChecks.fromHub(group, cluster);
    MachineSpecs.timeoutsFromHub(group);
  }

  private static void groups(ObjectNode topology, Consumer<ObjectNode> work) {
    Fields.with(topology, work, "controlPlane");
    GROUPS.forEach(name -> Fields.each(topology.path("workers").path(name), work));
  }
}
