package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Fields by their names on the wire, as what is wanted and as what the cloud shows. */
public final class Fields {

  private Fields() {}

  /** When a field counts as equal. */
  @FunctionalInterface
  public interface Equality {
    boolean same(String name, JsonNode wanted, JsonNode shown);
  }

  /** Sets a field if there is a value for it; the rest is the cloud's choice. */
  public static void put(ObjectNode fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.set(name, Json.MAPPER.valueToTree(value));
    }
  }

  /** Those of the wanted fields that the cloud shows otherwise. */
  public static ObjectNode differing(ObjectNode wanted, JsonNode shown, Equality equality) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    for (var field : wanted.properties()) {
      if (!equality.same(field.getKey(), field.getValue(), shown.path(field.getKey()))) {
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
