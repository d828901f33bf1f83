package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the schema of the stored version says about objects that come from elsewhere. */
final class StoredSchema {

  private final Supplier<JsonNode> schema;
  private volatile @Nullable SchemaNode root;

  private StoredSchema(Supplier<JsonNode> schema) {
    this.schema = schema;
  }

  /**
   * Reads the definition when it is needed for the first time.
   *
   * @param crd path of the definition on the classpath
   * @param version whose schema counts
   */
  static StoredSchema of(String crd, String version) {
    return new StoredSchema(() -> schema(crd, version));
  }

  /**
   * Takes away empty texts, lists and objects that the schema refuses, unless it asks for the
   * field. The older version lets them through, where they mean the same as nothing; stored, they
   * would make the next write of the newer version fail.
   */
  void dropForbiddenEmptyFields(ObjectNode object) {
    root().dropBelow(object);
  }

  /** Whether all values that it knows have their types. */
  boolean hasMatchingTypes(ObjectNode object) {
    return root().fits(object);
  }

  private SchemaNode root() {
    SchemaNode known = root;
    if (known == null) {
      known = rule(schema.get());
      root = known; // reading it twice does no harm
    }
    return known;
  }

  private static JsonNode schema(String crd, String version) {
    ApiObject definition = Crds.read(Crds.class, crd).getFirst();
    for (JsonNode each : definition.spec().path("versions")) {
      if (each.path("name").asText().equals(version)) {
        return each.path("schema").path("openAPIV3Schema");
      }
    }
    throw new IllegalStateException("%s has no version %s".formatted(definition, version));
  }

  private static SchemaNode rule(JsonNode schema) {
    var fields = new HashMap<String, SchemaNode>();
    schema.path("properties").properties().forEach(e -> fields.put(e.getKey(), rule(e.getValue())));
    var required = new HashSet<String>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    boolean refused =
        schema.path("minLength").asInt() > 0
            || schema.path("minItems").asInt() > 0
            || schema.path("minProperties").asInt() > 0;
    return new SchemaNode(
        schema.path("type").asText(),
        refused,
        Map.copyOf(fields),
        Set.copyOf(required),
        schema.has("items") ? rule(schema.path("items")) : null,
        schema.has("additionalProperties") ? rule(schema.path("additionalProperties")) : null);
  }

  /**
   * What counts of the schema of a value.
   *
   * @param type its type; empty for any
   * @param refused whether it may not be empty
   * @param fields rules of its fields
   * @param required which of these must be there
   * @param items rule of its items, if it is a list
   * @param values rule of its values, if it is a map
   */
  private record SchemaNode(
      String type,
      boolean refused,
      Map<String, SchemaNode> fields,
      Set<String> required,
      @Nullable SchemaNode items,
      @Nullable SchemaNode values) {

    boolean fits(JsonNode value) {
      boolean right =
          switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            default -> true;
          };
      // What is passed on as text the API server judges itself.
      return OpaqueText.is(value) || (right && fitsBelow(value));
    }

    private boolean fitsBelow(JsonNode value) {
      if (items != null) {
        return value.valueStream().allMatch(items::fits);
      }
      return value.properties().stream()
          .allMatch(
              e -> {
                SchemaNode schemaNode = fields.getOrDefault(e.getKey(), values);
                return schemaNode == null || schemaNode.fits(e.getValue());
              });
    }

    void dropBelow(JsonNode value) {
      if (items != null && value.isArray()) {
        value.forEach(items::dropBelow);
      }
      if (value instanceof ObjectNode object) {
        fields.forEach((name, schemaNode) -> dropField(object, name, schemaNode));
      }
    }

    private void dropField(ObjectNode object, String name, SchemaNode schemaNode) {
      JsonNode value = object.path(name);
      schemaNode.dropBelow(value);
      boolean empty = value.isTextual() ? value.asText().isEmpty() : isEmptyContainer(value);
      if (schemaNode.refused && empty && !required.contains(name)) {
        object.remove(name);
      }
    }

    private static boolean isEmptyContainer(JsonNode value) {
      return value.isContainerNode() && value.isEmpty();
    }
  }
}
