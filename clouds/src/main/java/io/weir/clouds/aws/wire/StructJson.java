package io.weir.clouds.aws.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Structures as JSON and back, without loss: what was read equals what was written. */
public final class StructJson {
  /** Marks a point in time, which JSON has no kind for; no member of AWS's models begins so. */
  private static final String TIME = "@time";

  private StructJson() {}

  /** A structure as JSON. */
  public static ObjectNode toJson(Struct struct) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    struct.members().forEach((name, value) -> object.set(name, written(value)));
    return object;
  }

  private static JsonNode written(Object value) {
    return switch (value) {
      case Struct inner -> toJson(inner);
      case List<?> items -> {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> array.add(written(item)));
        yield array;
      }
      case Instant at -> JsonNodeFactory.instance.objectNode().put(TIME, at.toString());
      case Boolean flag -> BooleanNode.valueOf(flag);
      case Long number -> LongNode.valueOf(number);
      case Double number -> DoubleNode.valueOf(number);
      default -> TextNode.valueOf(value.toString());
    };
  }

  /** A structure from JSON that {@link #toJson} made. */
  public static Struct fromJson(JsonNode object) {
    var struct = new Struct();
    object.properties().forEach(member -> struct.set(member.getKey(), value(member.getValue())));
    return struct;
  }

  private static Object value(JsonNode node) {
    if (node.has(TIME)) {
      return Instant.parse(node.path(TIME).asText());
    }
    if (node.isObject()) {
      return fromJson(node);
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>();
      node.forEach(item -> items.add(value(item)));
      return items;
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isIntegralNumber()) {
      return node.longValue();
    }
    return node.isNumber() ? node.doubleValue() : node.asText();
  }
}
