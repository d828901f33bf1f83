package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How the machines of a group are replaced: v1beta1 says with it which machine goes first, and how
 * many are mended at a time.
 */
final class Strategies {

  private Strategies() {}

  static void toHub(ObjectNode group) {
    ObjectNode strategy = Fields.look(group, "strategy");
    ObjectNode deletion = group.objectNode();
    Fields.rename(Fields.look(strategy, "rollingUpdate"), "deletePolicy", deletion, "order");
    Fields.dropIfEmpty(strategy, "rollingUpdate");
    Fields.add(group, "deletion", deletion);
    ObjectNode remediation = group.objectNode();
    Fields.rename(Fields.look(strategy, "remediation"), "maxInFlight", remediation, "maxInFlight");
    Fields.dropIfEmpty(strategy, "remediation");
    if (!remediation.isEmpty()) {
      Fields.make(group, "healthCheck", "remediation").setAll(remediation);
    }
    Fields.dropIfEmpty(group, "strategy");
    if (group.has("strategy")) {
      Fields.rename(group, "strategy", Fields.make(group, "rollout"), "strategy");
    }
  }

  /** The way back. */
  static void fromHub(ObjectNode group) {
    ObjectNode strategy = group.objectNode();
    Fields.with(group, strategy::setAll, "rollout", "strategy");
    Fields.look(group, "rollout").remove("strategy");
    Fields.dropIfEmpty(group, "rollout");
    ObjectNode deletion = Fields.look(group, "deletion");
    if (deletion.has("order")) {
      Fields.rename(deletion, "order", Fields.make(strategy, "rollingUpdate"), "deletePolicy");
    }
    ObjectNode check = Fields.look(group, "healthCheck");
    ObjectNode remediation = Fields.look(check, "remediation");
    if (remediation.has("maxInFlight")) {
      Fields.rename(
          remediation, "maxInFlight", Fields.make(strategy, "remediation"), "maxInFlight");
      Fields.dropIfEmpty(check, "remediation");
      Fields.dropIfEmpty(group, "healthCheck");
    }
    Fields.add(group, "strategy", strategy);
  }
}
