package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;

/**
 * How the machines of a group are replaced: v1beta1 says with it which machine goes first, and how
 * many are mended at a time.
 */
final class RolloutStrategyConversion {

  private RolloutStrategyConversion() {}

  /**
   * Into what the stored version has.
   *
   * @param remediationAt path in the group of how machines are mended
   */
  static void toHub(ObjectNode group, String... remediationAt) {
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
      TreeFields.getOrCreate(group, remediationAt).setAll(remediation);
    }
    TreeFields.dropIfEmpty(group, "strategy");
    if (group.has("strategy")) {
      TreeFields.rename(group, "strategy", TreeFields.getOrCreate(group, "rollout"), "strategy");
    }
  }

  /** The way back. */
  static void fromHub(ObjectNode group, String... remediationAt) {
    ObjectNode strategy = group.objectNode();
    TreeFields.ifObject(group, strategy::setAll, "rollout", "strategy");
    TreeFields.getOrEmpty(group, "rollout").remove("strategy");
    TreeFields.dropIfEmpty(group, "rollout");
    ObjectNode deletion = TreeFields.getOrEmpty(group, "deletion");
    if (deletion.has("order")) {
      TreeFields.rename(
          deletion, "order", TreeFields.getOrCreate(strategy, "rollingUpdate"), "deletePolicy");
    }
    ObjectNode remediation = TreeFields.getOrEmpty(group, remediationAt);
    if (remediation.has("maxInFlight")) {
      TreeFields.rename(
          remediation,
          "maxInFlight",
          TreeFields.getOrCreate(strategy, "remediation"),
          "maxInFlight");
      dropEmptyPath(group, remediationAt);
    }
    TreeFields.mergeInto(group, "strategy", strategy);
  }

  private static void dropEmptyPath(ObjectNode group, String... path) {
    for (int depth = path.length - 1; depth >= 0; depth--) {
      TreeFields.dropIfEmpty(TreeFields.getOrEmpty(group, Arrays.copyOf(path, depth)), path[depth]);
    }
  }
}
