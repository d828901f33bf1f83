package io.weir.engine.drain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;

/**
 * The mark on a Node that is drained. It tells whether the cordon that came with it is ours: one
 * that people had set before stays when the Node is given back.
 */
public final class LeavingMark {

  private static final String CORDONED_BEFORE = ",cordoned-before";

  private LeavingMark() {}

  /** Cordons a copy of the Node and marks it; leaves one alone that is so already. */
  public static void set(ObjectNode node, ObjectKey pool) {
    boolean cordoned = node.at("/spec/unschedulable").asBoolean();
    if (!node.path("metadata").path("annotations").has(MetadataKeys.NODE_LEAVING)) {
      MetadataEdits.setAnnotation(
          node, MetadataKeys.NODE_LEAVING, pool + (cordoned ? CORDONED_BEFORE : ""));
    }
    if (!cordoned) {
      node.withObject("/spec").put("unschedulable", true);
    }
  }

  /** Whether it is cordoned and marked. */
  public static boolean isSet(ApiObject node) {
    return node.at("/spec/unschedulable").asBoolean()
        && node.annotation(MetadataKeys.NODE_LEAVING).isPresent();
  }

  /** Takes the mark from a copy of the Node, and the cordon if it came with it. */
  public static void clear(ObjectNode node) {
    String mark =
        node.path("metadata").path("annotations").path(MetadataKeys.NODE_LEAVING).asText("");
    if (mark.isEmpty()) {
      return;
    }
    MetadataEdits.removeAnnotation(node, MetadataKeys.NODE_LEAVING);
    if (!mark.endsWith(CORDONED_BEFORE) && node.get("spec") instanceof ObjectNode spec) {
      spec.remove("unschedulable");
    }
  }
}
