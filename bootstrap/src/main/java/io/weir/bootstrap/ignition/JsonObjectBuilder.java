package io.weir.bootstrap.ignition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A JSON object under construction; what is null or an empty list is left out. */
final class JsonObjectBuilder {

  private final ObjectNode node = Json.MAPPER.createObjectNode();

  JsonObjectBuilder put(String key, @Nullable String value) {
    if (value != null) {
      node.put(key, value);
    }
    return this;
  }

  JsonObjectBuilder put(String key, @Nullable Integer value) {
    if (value != null) {
      node.put(key, value);
    }
    return this;
  }

  JsonObjectBuilder put(String key, @Nullable Boolean value) {
    if (value != null) {
      node.put(key, value);
    }
    return this;
  }

  /** Leaves out an object without keys. */
  JsonObjectBuilder put(String key, @Nullable JsonObjectBuilder value) {
    if (value != null && !value.node.isEmpty()) {
      node.set(key, value.node);
    }
    return this;
  }

  JsonObjectBuilder putTexts(String key, List<String> values) {
    return putAll(key, values, value -> Json.MAPPER.getNodeFactory().textNode(value));
  }

  <T> JsonObjectBuilder putTrees(String key, List<T> values, Function<T, JsonObjectBuilder> form) {
    return putAll(key, values, value -> form.apply(value).node);
  }

  private <T> JsonObjectBuilder putAll(String key, List<T> values, Function<T, JsonNode> form) {
    if (!values.isEmpty()) {
      ArrayNode items = node.putArray(key);
      values.forEach(value -> items.add(form.apply(value)));
    }
    return this;
  }

  /** The text of the object. */
  String text() {
    return node.toString();
  }
}
