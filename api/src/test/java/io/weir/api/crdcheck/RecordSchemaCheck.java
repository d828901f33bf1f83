package io.weir.api.crdcheck;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares a record with the schema of what it reads, component by component. */
final class RecordSchemaCheck {

  private final List<String> problems = new ArrayList<>();

  private RecordSchemaCheck() {}

  /** One line for each mismatch, beginning with the path of the property. */
  static List<String> problems(Class<?> record, JsonNode schema) {
    var shape = new RecordSchemaCheck();
    shape.record(record, schema, "");
    return List.copyOf(shape.problems);
  }

  private void record(Class<?> record, JsonNode schema, String path) {
    expect("object", schema, path, record);
    Object empty = Json.MAPPER.convertValue(Json.MAPPER.createObjectNode(), record);
    for (RecordComponent component : record.getRecordComponents()) {
      String name = nameOf(component);
      String at = path.isEmpty() ? name : path + "." + name;
      JsonNode property = schema.path("properties").path(name);
      if (property.isMissingNode()) {
        problems.add(at + ": not in the schema, but in " + record.getName());
        continue;
      }
      absence(component, empty, property, required(schema, name), at);
      type(component.getGenericType(), property, at);
    }
  }

  /** What may be absent must be nullable, or the record must put something in its place. */
  private void absence(
      RecordComponent component, Object empty, JsonNode property, boolean required, String at) {
    boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    if (!nullable && !required && !property.has("default") && valueOf(component, empty) == null) {
      problems.add(at + ": may be absent, but the component is not nullable");
    }
  }

  private void type(Type type, JsonNode schema, String at) {
    switch (type) {
      case ParameterizedType list when list.getRawType() == List.class -> {
        expect("array", schema, at, type);
        type(list.getActualTypeArguments()[0], schema.path("items"), at + "[]");
      }
      case ParameterizedType map when map.getRawType() == Map.class -> {
        expect("object", schema, at, type);
        type(map.getActualTypeArguments()[1], schema.path("additionalProperties"), at + "{}");
      }
      case Class<?> record when record.isRecord() -> record(record, schema, at);
      case Class<?> leaf -> leaf(leaf, schema, at);
      default -> problems.add(at + ": no schema has the type " + type.getTypeName());
    }
  }

  private void leaf(Class<?> type, JsonNode schema, String at) {
    switch (type.getName()) {
      case "java.lang.String" -> expect("string", schema, at, type);
      case "boolean", "java.lang.Boolean" -> expect("boolean", schema, at, type);
      case "int", "java.lang.Integer" -> expect("integer/int32", schema, at, type);
      case "long", "java.lang.Long" -> expect("integer/int64", schema, at, type);
      case "com.fasterxml.jackson.databind.JsonNode" -> expect("int-or-string", schema, at, type);
      default -> problems.add(at + ": no schema has the type " + type.getName());
    }
  }

  private void expect(String expected, JsonNode schema, String at, Type type) {
    String found = typeOf(schema);
    if (!found.equals(expected)) {
      problems.add("%s: is %s, but read as %s".formatted(at, found, type.getTypeName()));
    }
  }

  private static String typeOf(JsonNode schema) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return "int-or-string";
    }
    String type = schema.path("type").asText("untyped");
    return type.equals("integer") ? type + "/" + schema.path("format").asText() : type;
  }

  private static boolean required(JsonNode schema, String name) {
    for (JsonNode required : schema.path("required")) {
      if (required.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static String nameOf(RecordComponent component) {
    var renamed = component.getAccessor().getAnnotation(JsonProperty.class);
    return renamed == null ? component.getName() : renamed.value();
  }

  private static @Nullable Object valueOf(RecordComponent component, Object record) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }
}
