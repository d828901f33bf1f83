package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import org.jspecify.annotations.Nullable;

/** JSON merge patches (RFC 7386). */
public final class MergePatches {

  private MergePatches() {}

  /**
   * The smallest patch that makes {@code before} into {@code after}: changed members, null for
   * members that are gone, arrays whole. Empty when nothing changed, so that nothing need be sent.
   */
  public static ObjectNode between(JsonNode before, JsonNode after) {
    ObjectNode patch = Json.MAPPER.createObjectNode();
    for (var member : after.properties()) {
      JsonNode old = before.get(member.getKey());
      JsonNode wanted = member.getValue();
      if (old != null && old.isObject() && wanted.isObject()) {
        ObjectNode inner = between(old, wanted);
        if (!inner.isEmpty()) {
          patch.set(member.getKey(), inner);
        }
      } else if (!same(old, wanted)) {
        patch.set(member.getKey(), wanted);
      }
    }
    for (var member : before.properties()) {
      if (!after.has(member.getKey())) {
        patch.putNull(member.getKey());
      }
    }
    return patch;
  }

  private static boolean same(@Nullable JsonNode old, JsonNode wanted) {
    return old == null ? wanted.isNull() : old.equals(MergePatches::compare, wanted);
  }

  /** Zero if equal. A number is its value: a tree that we built may hold 1 as another type. */
  private static int compare(JsonNode a, JsonNode b) {
    if (a.equals(b)) {
      return 0;
    }
    boolean numbers = a.isNumber() && b.isNumber();
    return numbers && a.decimalValue().compareTo(b.decimalValue()) == 0 ? 0 : 1;
  }
}
