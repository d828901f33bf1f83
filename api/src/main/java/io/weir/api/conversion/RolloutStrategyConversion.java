package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How the machines of a group are replaced: v1beta1 says with it which machine goes first, and how
 * many are mended at a time.
 */
final class RolloutStrategyConversion {

  private RolloutStrategyConversion() {}

  static void toHub(ObjectNode group) {
    ObjectNode strategy = TreeFields.getOrEmpty(group, "strategy");
    ObjectNode deletion = group.objectNode();
    TreeFields.rename(
        TreeFields.getOrEmpty(strategy, "rollingUpdate"), "deletePolicy", deletion, "order");
    TreeFields.dropIfEmpty(strategy, "rollingUpdate");
    TreeFields.mergeInto(group, "deletion", deletion);
    ObjectNode remediation = group.objectNode();
    TreeFields.rename(
        TreeFields.getOrEmpty(strategy, "remediation"), "maxInFlight", remediation, "maxInFlight");
    TreeFields.dropIfEmpty(strategy, "remediation");
    if (!remediation.isEmpty()) {
      TreeFields.getOrCreate(group, "healthCheck", "remediation").setAll(remediation);
    }
    TreeFields.dropIfEmpty(group, "strategy");
    if (group.has("strategy")) {
      TreeFields.rename(group, "strategy", TreeFields.getOrCreate(group, "rollout"), "strategy");
    }
  }

  /** The way back. */
  static void fromHub(ObjectNode group) {
    ObjectNode strategy = group.objectNode();
    TreeFields.ifObject(group, strategy::setAll, "rollout", "strategy");
    TreeFields.getOrEmpty(group, "rollout").remove("strategy");
    TreeFields.dropIfEmpty(group, "rollout");
    ObjectNode deletion = TreeFields.getOrEmpty(group, "deletion");
    if (deletion.has("order")) {
      TreeFields.rename(
          deletion, "order", TreeFields.getOrCreate(strategy, "rollingUpdate"), "deletePolicy");
    }
    ObjectNode check = TreeFields.getOrEmpty(group, "healthCheck");
    ObjectNode remediation = TreeFields.getOrEmpty(check, "remediation");
    if (remediation.has("maxInFlight")) {
      TreeFields.rename(
          remediation,
          "maxInFlight",
          TreeFields.getOrCreate(strategy, "remediation"),
          "maxInFlight");
      TreeFields.dropIfEmpty(check, "remediation");
      TreeFields.dropIfEmpty(group, "healthCheck");
    }
    TreeFields.mergeInto(group, "strategy", strategy);
  }
}
