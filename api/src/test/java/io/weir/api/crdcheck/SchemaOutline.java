package io.weir.api.crdcheck;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The structure of a CRD without its prose, as lines that can be compared: names, labels, columns,
 * subresources, and for each property its path, type, limits, rules and default.
 */
final class SchemaOutline {

  private static final Set<String> BELOW =
      Set.of("description", "properties", "items", "additionalProperties");

  private final List<String> lines = new ArrayList<>();

  private SchemaOutline() {}

  static List<String> of(ApiObject crd) {
    var outline = new SchemaOutline();
    outline.head(crd);
    outline.version(StorageSchema.version(crd));
    crd.spec().path("versions").forEach(outline::other);
    return List.copyOf(outline.lines);
  }

  /** Paths of properties that {@code kubectl explain} has nothing to say about. */
  static List<String> withoutDescription(ApiObject crd) {
    var found = new ArrayList<String>();
    for (JsonNode version : crd.spec().path("versions")) {
      String name = version.path("name").asText();
      collectUndescribed(StorageSchema.in(version), name, found);
      found.remove(name + ".metadata"); // the API server allows no words there
    }
    return found;
  }

  private void head(ApiObject crd) {
    lines.add("name " + crd.name());
    lines.add("labels " + text(crd.at("/metadata/labels")));
    lines.add("names " + text(crd.at("/spec/names")));
    lines.add("scope " + crd.at("/spec/scope").asText());
    for (JsonNode version : crd.at("/spec/versions")) {
      lines.add(
          "version %s served %s stored %s"
              .formatted(
                  version.path("name").asText(),
                  version.path("served").asText(),
                  version.path("storage").asText()));
    }
  }

  private void other(JsonNode version) {
    if (!version.path("storage").asBoolean()) {
      lines.add("");
      lines.add("in version " + version.path("name").asText());
      version(version);
    }
  }

  private void version(JsonNode version) {
    lines.add("subresources " + text(version.path("subresources")));
    version.path("additionalPrinterColumns").forEach(column -> lines.add("column " + text(column)));
    walk(StorageSchema.in(version), ".");
  }

  private void walk(JsonNode schema, String path) {
    lines.add(path + " " + text(constraints(schema)));
    String below = path.equals(".") ? "" : path + ".";
    var sorted = new TreeMap<String, JsonNode>();
    schema.path("properties").properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
    sorted.forEach((name, property) -> walk(property, below + name));
    if (schema.has("items")) {
      walk(schema.path("items"), path + "[]");
    }
    if (schema.has("additionalProperties")) {
      walk(schema.path("additionalProperties"), path + "{}");
    }
  }

  private static JsonNode constraints(JsonNode schema) {
    ObjectNode copy = schema.deepCopy();
    copy.remove(BELOW);
    if (copy.get("x-kubernetes-validations") instanceof ArrayNode rules) {
      rules.forEach(rule -> ((ObjectNode) rule).remove("message"));
    }
    return copy;
  }

  private static void collectUndescribed(JsonNode schema, String path, List<String> found) {
    schema
        .path("properties")
        .properties()
        .forEach(
            e -> {
              String at = path + "." + e.getKey();
              if (e.getValue().path("description").asText().isBlank()) {
                found.add(at);
              }
              collectUndescribed(e.getValue(), at, found);
            });
    for (String below : List.of("items", "additionalProperties")) {
      if (schema.has(below)) {
        collectUndescribed(schema.path(below), path + "[]", found);
      }
    }
  }

  private static String text(JsonNode node) {
    try {
      Object value = Json.MAPPER.treeToValue(node, Object.class);
      return Json.MAPPER
          .writer()
          .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is always JSON", e);
    }
  }
}
