package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What an API server says about types and limits, but for rules in CEL. */
public final class SchemaValidator {

  private final List<String> problems = new ArrayList<>();

  private SchemaValidator() {}

  /** One line for each place that the schema refuses or does not know. */
  public static List<String> problems(JsonNode object, JsonNode schema) {
    var check = new SchemaValidator();
    for (String part : List.of("spec", "status")) {
      if (object.has(part)) {
        check.field(object.path(part), schema.path("properties").path(part), part);
      } else if (contains(schema.path("required"), part)) {
        check.problems.add(part + " is required");
      }
    }
    return List.copyOf(check.problems);
  }

  private void field(JsonNode value, JsonNode schema, String path) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      expect(value.isInt() || value.isTextual(), path + " is neither number nor text");
      return;
    }
    if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
      return;
    }
    switch (schema.path("type").asText("unknown")) {
      case "object" -> object(value, schema, path);
      case "array" -> list(value, schema, path);
      case "string" -> text(value, schema, path);
      case "integer" -> number(value, schema, path);
      case "boolean" -> expect(value.isBoolean(), path + " is no boolean");
      default -> problems.add(path + " is unknown");
    }
  }

  private void object(JsonNode value, JsonNode schema, String path) {
    expect(value.isObject(), path + " is no object");
    expect(value.size() >= schema.path("minProperties").asInt(), path + " is empty");
    schema
        .path("required")
        .forEach(
            name -> expect(value.has(name.asText()), path + "." + name.asText() + " is required"));
    JsonNode any = schema.path("additionalProperties");
    value
        .properties()
        .forEach(
            e ->
                field(
                    e.getValue(),
                    any.isObject() ? any : schema.path("properties").path(e.getKey()),
                    path + "." + e.getKey()));
  }

  private void list(JsonNode value, JsonNode schema, String path) {
    if (!value.isArray()) {
      problems.add(path + " is no list");
      return;
    }
    expect(value.size() >= schema.path("minItems").asInt(), path + " has too few items");
    expect(
        value.size() <= schema.path("maxItems").asInt(value.size()), path + " has too many items");
    for (int i = 0; i < value.size(); i++) {
      field(value.get(i), schema.path("items"), path + "[" + i + "]");
    }
  }

  private void text(JsonNode value, JsonNode schema, String path) {
    expect(value.isTextual(), path + " is no text");
    String text = value.asText();
    expect(text.length() >= schema.path("minLength").asInt(), path + " is too short");
    expect(text.length() <= schema.path("maxLength").asInt(text.length()), path + " is too long");
    expect(
        !schema.has("pattern")
            || Pattern.compile(schema.path("pattern").asText()).matcher(text).find(),
        path + " has another form");
    expect(!schema.has("enum") || contains(schema.path("enum"), text), path + " is no such value");
  }

  private void number(JsonNode value, JsonNode schema, String path) {
    expect(value.isIntegralNumber(), path + " is no number");
    long number = value.asLong();
    expect(number >= schema.path("minimum").asLong(number), path + " is too small");
    expect(number <= schema.path("maximum").asLong(number), path + " is too large");
  }

  private void expect(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  private static boolean contains(JsonNode list, String text) {
    for (JsonNode each : list) {
      if (each.asText().equals(text)) {
        return true;
      }
    }
    return false;
  }
}
