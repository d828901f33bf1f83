package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Makes random objects that a schema accepts; the same for the same random numbers. */
public final class RandomSchemaObjects {

  private static final Set<String> DURATIONS =
      Set.of(
          "nodeDrainTimeout",
          "nodeVolumeDetachTimeout",
          "nodeDeletionTimeout",
          "nodeStartupTimeout",
          "timeoutForControlPlane",
          "timeout",
          "ttl");
  private static final String LETTERS = "abcdefghijklmnop";
  private static final List<String> ODD =
      List.of("ä", "\n", "\"", "\\", " ", "{{ x }}", "%s", "0", "\t", "😀", ":", "#");

  private final RandomGenerator random;

  public RandomSchemaObjects(RandomGenerator random) {
    this.random = random;
  }

  /** An object with name and namespace, and whatever its schema asks for or allows. */
  public ObjectNode object(GroupKind kind, String version, JsonNode schema) {
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    made.put("apiVersion", kind.group() + "/" + version);
    made.put("kind", kind.kind());
    made.putObject("metadata").put("name", "o").put("namespace", "team-a").put("uid", "u");
    for (String part : List.of("spec", "status")) {
      JsonNode below = schema.path("properties").path(part);
      boolean required = schema.path("required").toString().contains('"' + part + '"');
      if (below.isObject() && (required || random.nextInt(8) > 0)) {
        made.set(part, value(below, part));
      }
    }
    return made;
  }

  private JsonNode value(JsonNode schema, String name) {
    var nodes = JsonNodeFactory.instance;
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return random.nextBoolean() ? nodes.numberNode(random.nextInt(9)) : nodes.textNode("5m");
    }
    if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
      return anything();
    }
    return switch (schema.path("type").asText()) {
      case "object" -> fields(schema);
      case "array" -> list(schema, name);
      case "boolean" -> nodes.booleanNode(random.nextBoolean());
      case "integer" -> integer(schema);
      case "string" -> nodes.textNode(text(schema, name));
      default -> throw new IllegalArgumentException("no value for " + name + ": " + schema);
    };
  }

  private JsonNode anything() {
    var nodes = JsonNodeFactory.instance;
    return switch (random.nextInt(4)) {
      case 0 -> nodes.numberNode(random.nextInt(9));
      case 1 -> nodes.booleanNode(random.nextBoolean());
      case 2 -> nodes.objectNode().put(word(), word()).set(word(), nodes.arrayNode().add(word()));
      default -> nodes.textNode(word());
    };
  }

  private JsonNode fields(JsonNode schema) {
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    if (schema.path("additionalProperties").isObject()) {
      for (int i = random.nextInt(4); i > 0; i--) {
        made.set(word(), value(schema.path("additionalProperties"), "value"));
      }
      return made;
    }
    var required = new HashSet<String>();
    schema.path("required").forEach(field -> required.add(field.asText()));
    var names = new ArrayList<String>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    int many = 1 + random.nextInt(4);
    for (String field : names) {
      if (required.contains(field) || random.nextInt(4) < many) {
        made.set(field, value(schema.path("properties").path(field), field));
      }
    }
    if (made.size() < schema.path("minProperties").asInt()) {
      String field = names.get(random.nextInt(names.size()));
      made.set(field, value(schema.path("properties").path(field), field));
    }
    return made;
  }

  private ArrayNode list(JsonNode schema, String name) {
    ArrayNode made = JsonNodeFactory.instance.arrayNode();
    int least = schema.path("minItems").asInt();
    int size = Math.max(least, random.nextInt(4));
    var keys = new HashSet<List<JsonNode>>();
    for (int i = 0; i < size; i++) {
      JsonNode item = value(schema.path("items"), name);
      if (!schema.path("x-kubernetes-list-type").asText().equals("map")
          || keys.add(key(schema, item))) {
        made.add(item);
      }
    }
    return made;
  }

  private static List<JsonNode> key(JsonNode schema, JsonNode item) {
    var key = new ArrayList<JsonNode>();
    schema.path("x-kubernetes-list-map-keys").forEach(field -> key.add(item.path(field.asText())));
    return key;
  }

  private JsonNode integer(JsonNode schema) {
    int least = schema.path("minimum").asInt(0);
    int most = Math.min(schema.path("maximum").asInt(100_000), 100_000);
    return JsonNodeFactory.instance.numberNode(random.nextInt(least, most + 1));
  }

  private String text(JsonNode schema, String name) {
    if (schema.has("enum")) {
      return schema.path("enum").get(random.nextInt(schema.path("enum").size())).asText();
    }
    if (DURATIONS.contains(name)) {
      return duration();
    }
    if (name.equals("unhealthyRange") || name.equals("unhealthyInRange")) {
      return "[%d-%d]".formatted(random.nextInt(3), 3 + random.nextInt(3));
    }
    if (name.equals("apiVersion")) {
      return word() + ".x-k8s.io/v1" + (random.nextBoolean() ? "beta1" : "");
    }
    return switch (schema.path("format").asText()) {
      case "date-time" ->
          "2026-0%d-1%dT00:00:00Z".formatted(1 + random.nextInt(9), random.nextInt(9));
      case "byte" -> Base64.getEncoder().encodeToString(word().getBytes(StandardCharsets.UTF_8));
      default -> plain(schema);
    };
  }

  private String plain(JsonNode schema) {
    int least = schema.path("minLength").asInt();
    if (schema.has("pattern")) {
      return word();
    }
    if (least == 0 && random.nextInt(6) == 0) {
      return "";
    }
    String odd = random.nextInt(4) == 0 ? ODD.get(random.nextInt(ODD.size())) : "";
    return word() + odd;
  }

  private String duration() {
    return switch (random.nextInt(5)) {
      case 0 -> "0s";
      case 1 -> random.nextInt(100_000) + "ms";
      case 2 -> random.nextInt(200) + "m" + random.nextInt(90) + "s";
      case 3 -> random.nextInt(100) + ".25h";
      default -> random.nextInt(10_000) + "s";
    };
  }

  private String word() {
    var word = new StringBuilder();
    IntStream.rangeClosed(0, random.nextInt(8))
        .forEach(i -> word.append(LETTERS.charAt(random.nextInt(LETTERS.length()))));
    return word.toString();
  }

  /** Takes fields away here and there, required ones among them. */
  static void removeSomeFields(ObjectNode object, RandomGenerator random) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    names.removeAll(List.of("apiVersion", "kind"));
    for (String name : names) {
      if (random.nextInt(4) == 0) {
        object.remove(name);
      }
    }
    takeAwayBelow(object, random);
  }

  private static void takeAwayBelow(JsonNode tree, RandomGenerator random) {
    for (JsonNode below : tree) {
      if (below instanceof ObjectNode object) {
        removeSomeFields(object, random);
      } else {
        takeAwayBelow(below, random);
      }
    }
  }
}
