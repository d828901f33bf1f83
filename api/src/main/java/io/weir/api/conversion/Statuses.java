package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The parts of a status that the versions swap: what each kind of status says at its top, the other
 * has one level below.
 */
final class Statuses {

  private Statuses() {}

  /**
   * Puts what the older version says at the top below {@code deprecated.v1beta1}, which is there
   * from then on, and what it says below {@code v1beta2} at the top.
   */
  static void toHub(ObjectNode status, List<String> older, List<String> newer) {
    ObjectNode deprecated = status.objectNode();
    Fields.move(status, deprecated, older);
    Fields.with(status, block -> Fields.move(block, status, newer), "v1beta2");
    Fields.dropIfEmpty(status, "v1beta2");
    Fields.make(status, "deprecated", "v1beta1").setAll(deprecated);
  }

  /** The way back. */
  static void fromHub(ObjectNode status, List<String> older, List<String> newer) {
    ObjectNode block = status.objectNode();
    Fields.move(status, block, newer);
    Fields.with(status, old -> Fields.move(old, status, older), "deprecated", "v1beta1");
    Fields.dropIfEmpty(Fields.look(status, "deprecated"), "v1beta1");
    Fields.dropIfEmpty(status, "deprecated");
    if (!block.isEmpty()) {
      Fields.make(status, "v1beta2").setAll(block);
    }
  }

  /** Turns a flag of the older version, where false says nothing, into one that may be absent. */
  static void flagToHub(ObjectNode status, String flag, String as) {
    JsonNode value = status.remove(flag);
    if (value != null && value.asBoolean()) {
      Fields.make(status, "initialization").put(as, true);
    }
  }

  /** The way back. */
  static void flagFromHub(ObjectNode status, String flag, String as) {
    JsonNode value = Fields.look(status, "initialization").remove(as);
    status.put(flag, value != null && value.asBoolean());
    Fields.dropIfEmpty(status, "initialization");
  }
}
