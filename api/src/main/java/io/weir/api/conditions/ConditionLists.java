package io.weir.api.conditions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Edits lists of conditions. What others wrote stays as it is and where it is; ours keep their
 * place, and the time of their last change as long as their status stays; new ones go to the end.
 */
public final class ConditionLists {

  private ConditionLists() {}

  /** The condition of the type in the list; empty if it is not there, or the list is missing. */
  public static Optional<Condition> find(JsonNode list, String type) {
    return entry(list, type)
        .map(
            node ->
                new Condition(
                    type,
                    ConditionStatus.of(node.path("status").asText()),
                    node.path("severity").asText(""),
                    node.path("reason").asText(""),
                    node.path("message").asText("")));
  }

  /** Whether the condition of the type is there and holds. */
  public static boolean isTrue(JsonNode list, String type) {
    return entry(list, type)
        .filter(node -> node.path("status").asText().equals(ConditionStatus.TRUE.jsonValue()))
        .isPresent();
  }

  /** When the condition last changed its status; empty if it is not there. */
  public static Optional<Instant> lastTransitionTime(JsonNode list, String type) {
    return entry(list, type)
        .map(node -> node.path("lastTransitionTime").asText(""))
        .filter(text -> !text.isEmpty())
        .map(Instant::parse);
  }

  /**
   * A new list in which our conditions stand as wanted, in the form of {@link Condition.V1Beta2}.
   *
   * @param list the list as it is; a missing node counts as empty; not changed
   * @param generation of the object, which the conditions speak of
   * @param now the time for conditions that are new or change their status
   */
  public static ArrayNode withConditions(
      JsonNode list, List<Condition> ours, long generation, Instant now) {
    ArrayNode result = copy(list);
    for (Condition wanted : ours) {
      if (wanted.reason().isEmpty()) {
        throw new IllegalArgumentException("a condition needs a reason: " + wanted.type());
      }
      ObjectNode node = place(result, wanted.type());
      stamp(node, wanted.status(), now);
      node.put("reason", wanted.reason());
      node.put("message", wanted.message());
      if (generation > 0) {
        node.put("observedGeneration", generation);
      }
    }
    return result;
  }

  /** The same in the form of {@link Condition.V1Beta1}, whose empty fields are left out. */
  public static ArrayNode withV1Beta1(JsonNode list, List<Condition> ours, Instant now) {
    ArrayNode result = copy(list);
    for (Condition wanted : ours) {
      ObjectNode node = place(result, wanted.type());
      stamp(node, wanted.status(), now);
      optional(node, "severity", wanted.severity());
      optional(node, "reason", wanted.reason());
      optional(node, "message", wanted.message());
    }
    return result;
  }

  /** A new list without the conditions of these types; a missing list counts as empty. */
  public static ArrayNode withoutTypes(JsonNode list, Collection<String> types) {
    ArrayNode result = Json.MAPPER.createArrayNode();
    for (JsonNode node : list) {
      if (!types.contains(node.path("type").asText())) {
        result.add(node.deepCopy());
      }
    }
    return result;
  }

  private static ArrayNode copy(JsonNode list) {
    return list instanceof ArrayNode array ? array.deepCopy() : Json.MAPPER.createArrayNode();
  }

  private static Optional<JsonNode> entry(JsonNode list, String type) {
    for (JsonNode node : list) {
      if (node.path("type").asText().equals(type)) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }

  private static ObjectNode place(ArrayNode list, String type) {
    return entry(list, type)
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .orElseGet(() -> list.addObject().put("type", type));
  }

  private static void stamp(ObjectNode node, ConditionStatus status, Instant now) {
    if (!node.path("status").asText("").equals(status.jsonValue())
        || !node.has("lastTransitionTime")) {
      node.put("status", status.jsonValue());
      node.put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
  }

  private static void optional(ObjectNode node, String field, String value) {
    if (value.isEmpty()) {
      node.remove(field);
    } else {
      node.put(field, value);
    }
  }
}
