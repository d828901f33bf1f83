package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** The parts of a control plane in kubeadm's cluster configuration. */
final class KubeadmComponentConversion {

  private static final List<String> SERVERS =
      List.of("apiServer", "controllerManager", "scheduler");

  private KubeadmComponentConversion() {}

  static void toHub(ObjectNode cluster) {
    each(
        cluster,
        component -> {
          ArgumentConversion.toHub(component, "extraArgs");
          alike(component);
        });
  }

  static void fromHub(ObjectNode cluster) {
    each(
        cluster,
        component -> {
          ArgumentConversion.fromHub(component, "extraArgs");
          alike(component);
        });
    // The older version always has these, empty if need be.
    for (String part : List.of("dns", "etcd", "networking")) {
      TreeFields.getOrCreate(cluster, part);
    }
    SERVERS.forEach(server -> TreeFields.getOrCreate(cluster, server));
  }

  private static void each(ObjectNode cluster, Consumer<ObjectNode> work) {
    SERVERS.forEach(server -> TreeFields.ifObject(cluster, work, server));
    TreeFields.ifObject(cluster, work, "etcd", "local");
  }

  /** What upstream does both ways: false volumes say nothing, quantities are text. */
  private static void alike(ObjectNode component) {
    TreeFields.forEachObject(
        component.path("extraVolumes"), volume -> TreeFields.dropFalse(volume, "readOnly"));
    TreeFields.forEachObject(
        component.path("extraEnvs"),
        env ->
            TreeFields.ifObject(
                env, KubeadmComponentConversion::divisor, "valueFrom", "resourceFieldRef"));
  }

  private static void divisor(ObjectNode reference) {
    JsonNode divisor = reference.path("divisor");
    reference.put("divisor", divisor.asText("0"));
  }
}
