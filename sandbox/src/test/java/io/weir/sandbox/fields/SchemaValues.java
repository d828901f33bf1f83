package io.weir.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes values of a kind's properties, by their schemas and {@link PlausibleValues}. */
public final class SchemaValues {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final String kind;
  private final PlausibleValues plausible;

  /** Values of a kind. */
  public SchemaValues(String kind, PlausibleValues plausible) {
    this.kind = kind;
    this.plausible = plausible;
  }

  /**
   * Two values that a property can have; the second is the first where it can have no other.
   *
   * @param variant 0 or 1
   */
  public JsonNode valid(String path, JsonNode schema, int variant) {
    List<JsonNode> known = plausible.values(kind, path);
    if (!known.isEmpty()) {
      return known.get(Math.min(variant, known.size() - 1)).deepCopy();
    }
    return switch (schema.path("type").asText()) {
      case "boolean" -> NODES.booleanNode(variant == 0);
      case "integer" -> integer(schema, variant);
      case "array" -> array(path, schema, variant);
      case "object" -> object(path, schema, variant);
      default -> text(schema, variant);
    };
  }

  /** The empty value of the property's type; none where that is an ordinary one. */
  public static Optional<JsonNode> empty(JsonNode schema) {
    return switch (schema.path("type").asText()) {
      case "string" -> Optional.of(NODES.textNode(""));
      case "array" -> Optional.of(NODES.arrayNode());
      case "object" -> Optional.of(NODES.objectNode());
      case "integer" -> Optional.of(NODES.numberNode(0));
      default -> Optional.empty();
    };
  }

  /**
   * Values that are wrong: one against the schema, those that the table knows, and for text without
   * further limits one that few things are called.
   */
  public List<JsonNode> invalid(String path, JsonNode schema) {
    var wrong = new ArrayList<JsonNode>();
    wrong.add(againstSchema(schema));
    List<JsonNode> known = plausible.invalid(kind, path);
    wrong.addAll(known);
    boolean free =
        schema.path("type").asText().equals("string")
            && !schema.has("pattern")
            && choices(schema).isEmpty();
    if (free && known.isEmpty()) {
      wrong.add(NODES.textNode("no such: \"ü\"\t{{ nothing }}"));
    }
    if (schema.path("type").asText().equals("integer")
        && known.isEmpty()
        && !schema.has("minimum")) {
      wrong.add(NODES.numberNode(-7));
    }
    return List.copyOf(wrong);
  }

  private static JsonNode againstSchema(JsonNode schema) {
    if (!choices(schema).isEmpty()) {
      return NODES.textNode("bogus");
    }
    if (schema.has("pattern")) {
      return NODES.textNode("§ not so §");
    }
    if (schema.has("minimum")) {
      return NODES.numberNode(schema.path("minimum").asLong() - 1);
    }
    if (schema.has("maxLength") && schema.path("maxLength").asInt() < 2000) {
      return NODES.textNode("x".repeat(schema.path("maxLength").asInt() + 1));
    }
    return switch (schema.path("type").asText()) {
      case "string" -> NODES.numberNode(12);
      case "integer" -> NODES.textNode("twelve");
      default -> NODES.textNode("of another type");
    };
  }

  private static JsonNode integer(JsonNode schema, int variant) {
    long least = schema.path("minimum").asLong(1);
    long value = Math.max(least, 1) + 1 + variant;
    return NODES.numberNode(Math.min(value, schema.path("maximum").asLong(Long.MAX_VALUE)));
  }

  private static JsonNode text(JsonNode schema, int variant) {
    List<JsonNode> choices = choices(schema);
    if (!choices.isEmpty()) {
      List<JsonNode> others =
          choices.stream().filter(choice -> !choice.equals(schema.path("default"))).toList();
      return variant == 0 ? others.getFirst() : other(choices, others.getFirst());
    }
    return NODES.textNode(
        switch (schema.path("format").asText()) {
          case "date-time" -> variant == 0 ? "2026-01-01T00:00:00Z" : "2026-02-01T00:00:00Z";
          case "duration" -> variant == 0 ? "40s" : "50s";
          case "byte" -> variant == 0 ? "b25l" : "dHdv";
          default -> variant == 0 ? "one" : "two";
        });
  }

  private static JsonNode other(List<JsonNode> choices, JsonNode than) {
    return choices.reversed().stream()
        .filter(choice -> !choice.equals(than))
        .findFirst()
        .orElse(than);
  }

  private static List<JsonNode> choices(JsonNode schema) {
    return Stream.concat(Stream.of(schema), schema.path("allOf").valueStream())
        .flatMap(each -> each.path("enum").valueStream())
        .filter(choice -> !choice.asText().isEmpty())
        .distinct()
        .toList();
  }

  private ArrayNode array(String path, JsonNode schema, int variant) {
    return NODES.arrayNode().add(valid(path + "[]", schema.path("items"), variant));
  }

  /** With what must be in it, or else with the first that may be. */
  private ObjectNode object(String path, JsonNode schema, int variant) {
    ObjectNode object = NODES.objectNode();
    if (schema.path("additionalProperties").isObject()) {
      object.set("key", valid(path + "{}", schema.path("additionalProperties"), variant));
      return object;
    }
    required(schema).forEach(name -> set(object, path, schema, name, variant));
    if (object.isEmpty() && schema.path("properties").properties().iterator().hasNext()) {
      set(object, path, schema, schema.path("properties").fieldNames().next(), variant);
    }
    return object;
  }

  /** Adds to an object what it must have and lacks, but for one property. */
  void complete(ObjectNode object, String path, JsonNode schema, String but) {
    required(schema).stream()
        .filter(name -> !object.has(name) && !name.equals(but))
        .forEach(name -> set(object, path, schema, name, 0));
  }

  private void set(ObjectNode object, String path, JsonNode schema, String name, int variant) {
    String inner = path.isEmpty() ? name : path + "." + name;
    object.set(name, valid(inner, schema.path("properties").path(name), variant));
  }

  private static List<String> required(JsonNode schema) {
    return schema.path("required").valueStream().map(JsonNode::asText).toList();
  }
}
