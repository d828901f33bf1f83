package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How long kubeadm waits. The stored version has timeouts for init and for join; the older one has
 * one for the control plane, which serves both, and one for discovery.
 */
final class KubeadmTimeoutConversion {

  private static final String HEALTH = "controlPlaneComponentHealthCheckSeconds";
  private static final String INIT = "initConfiguration";
  private static final String JOIN = "joinConfiguration";

  private KubeadmTimeoutConversion() {}

  static void toHub(ObjectNode spec) {
    ObjectNode init = spec.objectNode();
    ObjectNode join = spec.objectNode();
    TreeFields.ifObject(
        spec,
        server -> DurationConversion.toSeconds(server, "timeoutForControlPlane", init, HEALTH),
        "clusterConfiguration",
        "apiServer");
    join.setAll(init);
    TreeFields.ifObject(
        spec,
        discovery ->
            DurationConversion.toSeconds(discovery, "timeout", join, "tlsBootstrapSeconds"),
        JOIN,
        "discovery");
    put(spec, INIT, init);
    put(spec, JOIN, join);
  }

  private static void put(ObjectNode spec, String step, ObjectNode timeouts) {
    if (!timeouts.isEmpty()) {
      TreeFields.getOrCreate(spec, step, "timeouts").setAll(timeouts);
    }
  }

  static void fromHub(ObjectNode spec) {
    ObjectNode init = take(spec, INIT);
    if (init.has(HEALTH)) {
      ObjectNode server = TreeFields.getOrCreate(spec, "clusterConfiguration", "apiServer");
      DurationConversion.fromSeconds(init, HEALTH, server, "timeoutForControlPlane");
    }
    ObjectNode join = take(spec, JOIN);
    if (join.has("tlsBootstrapSeconds")) {
      ObjectNode discovery = TreeFields.getOrCreate(spec, JOIN, "discovery");
      DurationConversion.fromSeconds(join, "tlsBootstrapSeconds", discovery, "timeout");
    }
  }

  /** Takes the timeouts of a step away, and the step if it had nothing else. */
  private static ObjectNode take(ObjectNode spec, String step) {
    JsonNode timeouts = TreeFields.getOrEmpty(spec, step).remove("timeouts");
    TreeFields.dropIfEmpty(spec, step);
    return timeouts instanceof ObjectNode found ? found : spec.objectNode();
  }
}
