package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Fields by their JSON names, both as wanted and as the cloud shows them. */
public final class JsonFields {

  private JsonFields() {}

  /** When a field counts as equal. */
  @FunctionalInterface
  public interface FieldEquality {
    boolean isSame(String name, JsonNode wanted, JsonNode shown);
  }

  /** Sets a field if it has a value; otherwise the cloud chooses. */
  public static void putIfPresent(ObjectNode fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.set(name, Json.MAPPER.valueToTree(value));
    }
  }

  /** The wanted fields that differ from what the cloud shows. */
  public static ObjectNode differingFields(
      ObjectNode wanted, JsonNode shown, FieldEquality fieldEquality) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    for (var field : wanted.properties()) {
      if (!fieldEquality.isSame(field.getKey(), field.getValue(), shown.path(field.getKey()))) {
        fields.set(field.getKey(), field.getValue());
      }
    }
    return fields;
  }

  /** Their names, sorted. */
  public static Collection<String> names(ObjectNode fields) {
    return fields.propertyStream().map(field -> field.getKey()).sorted().toList();
  }
}
