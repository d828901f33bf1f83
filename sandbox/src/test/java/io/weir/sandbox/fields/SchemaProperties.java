package io.weir.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All properties of a kind's spec, in the version that is stored, containers before their parts.
 */
public final class SchemaProperties {

  /** Reading one takes a good part of a second. */
  private static final Map<String, JsonNode> SCHEMAS = new ConcurrentHashMap<>();

  private final String kind;
  private final JsonNode spec;
  private final List<SchemaProperty> found = new ArrayList<>();

  private SchemaProperties(String kind) {
    this.kind = kind;
    this.spec = specSchema(kind);
  }

  /** Those of a kind that Weir installs. */
  public static List<SchemaProperty> of(String kind) {
    var schemaProperties = new SchemaProperties(kind);
    schemaProperties.collect(List.of(), schemaProperties.spec);
    return List.copyOf(schemaProperties.found);
  }

  /** The schema of a kind's spec. */
  public static JsonNode specSchema(String kind) {
    return SCHEMAS.computeIfAbsent(kind, SchemaProperties::read);
  }

  private static JsonNode read(String kind) {
    ApiObject crd =
        CustomResourceDefinitions.all().stream()
            .filter(each -> each.at("/spec/names/kind").asText().equals(kind))
            .findFirst()
            .orElseThrow();
    return crd.at("/spec/versions")
        .valueStream()
        .filter(version -> version.path("storage").asBoolean())
        .map(version -> version.at("/schema/openAPIV3Schema/properties/spec"))
        .findFirst()
        .orElseThrow();
  }

  private void collect(List<String> steps, JsonNode schema) {
    List<String> required = schema.path("required").valueStream().map(JsonNode::asText).toList();
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              List<String> inner = appended(steps, property.getKey());
              found.add(
                  new SchemaProperty(
                      kind, inner, property.getValue(), required.contains(property.getKey())));
              descend(inner, property.getValue());
            });
  }

  private void descend(List<String> steps, JsonNode schema) {
    collect(steps, schema);
    if (schema.path("items").has("properties")) {
      collect(marked(steps, "[]"), schema.path("items"));
    }
    if (schema.path("additionalProperties").has("properties")) {
      collect(marked(steps, "{}"), schema.path("additionalProperties"));
    }
  }

  private static List<String> appended(List<String> steps, String name) {
    var longer = new ArrayList<>(steps);
    longer.add(name);
    return longer;
  }

  private static List<String> marked(List<String> steps, String mark) {
    var other = new ArrayList<>(steps);
    other.set(other.size() - 1, other.getLast() + mark);
    return other;
  }
}
