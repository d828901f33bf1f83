package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The parts of a status that the versions swap: what each kind of status says at its top, the other
 * has one level below.
 */
final class StatusConversion {

  private StatusConversion() {}

  /**
   * Puts what the older version says at the top below {@code deprecated.v1beta1}, which is there
   * from then on, and what it says below {@code v1beta2} at the top.
   */
  static void toHub(ObjectNode status, List<String> older, List<String> newer) {
    ObjectNode deprecated = status.objectNode();
    TreeFields.move(status, deprecated, older);
    TreeFields.ifObject(status, block -> TreeFields.move(block, status, newer), "v1beta2");
    TreeFields.dropIfEmpty(status, "v1beta2");
    TreeFields.getOrCreate(status, "deprecated", "v1beta1").setAll(deprecated);
  }

  /** The way back. */
  static void fromHub(ObjectNode status, List<String> older, List<String> newer) {
    ObjectNode block = status.objectNode();
    TreeFields.move(status, block, newer);
    TreeFields.ifObject(
        status, old -> TreeFields.move(old, status, older), "deprecated", "v1beta1");
    TreeFields.dropIfEmpty(TreeFields.getOrEmpty(status, "deprecated"), "v1beta1");
    TreeFields.dropIfEmpty(status, "deprecated");
    if (!block.isEmpty()) {
      TreeFields.getOrCreate(status, "v1beta2").setAll(block);
    }
  }

  /** Turns a flag of the older version, where false says nothing, into one that may be absent. */
  static void flagToHub(ObjectNode status, String flag, String as) {
    JsonNode value = status.remove(flag);
    if (value != null && value.asBoolean()) {
      TreeFields.getOrCreate(status, "initialization").put(as, true);
    }
  }

  /** The way back. */
  static void flagFromHub(ObjectNode status, String flag, String as) {
    JsonNode value = TreeFields.getOrEmpty(status, "initialization").remove(as);
    status.put(flag, value != null && value.asBoolean());
    TreeFields.dropIfEmpty(status, "initialization");
  }
}
