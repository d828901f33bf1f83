package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** The parts of a control plane in kubeadm's cluster configuration. */
final class KubeadmComponents {

  private static final List<String> SERVERS =
      List.of("apiServer", "controllerManager", "scheduler");

  private KubeadmComponents() {}

  static void toHub(ObjectNode cluster) {
    each(
        cluster,
        component -> {
          Arguments.toHub(component, "extraArgs");
          alike(component);
        });
  }

  static void fromHub(ObjectNode cluster) {
    each(
        cluster,
        component -> {
          Arguments.fromHub(component, "extraArgs");
          alike(component);
        });
    // The older version always has these, empty if need be.
    for (String part : List.of("dns", "etcd", "networking")) {
      Fields.make(cluster, part);
    }
    SERVERS.forEach(server -> Fields.make(cluster, server));
  }

  private static void each(ObjectNode cluster, Consumer<ObjectNode> work) {
    SERVERS.forEach(server -> Fields.with(cluster, work, server));
    Fields.with(cluster, work, "etcd", "local");
  }

  /** What upstream does both ways: false volumes say nothing, quantities are text. */
  private static void alike(ObjectNode component) {
    Fields.each(component.path("extraVolumes"), volume -> Fields.dropFalse(volume, "readOnly"));
    Fields.each(
        component.path("extraEnvs"),
        env -> Fields.with(env, KubeadmComponents::divisor, "valueFrom", "resourceFieldRef"));
  }

  private static void divisor(ObjectNode reference) {
    JsonNode divisor = reference.path("divisor");
    reference.put("divisor", divisor.asText("0"));
  }
}
