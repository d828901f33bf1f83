package io.weir.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** JSON of any shape, and objects with a part of another shape than they should have. */
final class FuzzedJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Four times this, with what is around it, is a little less than Jackson reads. */
  private static final int DEEPEST = 200;

  private static final int DEEP = 4;

  /** Texts that mean something in one of the kinds. */
  private static final List<String> WORDS =
      List.of(
          "",
          "name",
          "spec",
          "status",
          "5m",
          "-1h",
          "99999999999h",
          ".5s",
          "0",
          "v1.35.4",
          "1.35",
          "ignition",
          "cloud-config",
          "cluster.x-k8s.io/v1beta1",
          "a/b/c",
          "/",
          "~",
          "[0-3]",
          "Updating",
          "true",
          "-1",
          "2147483648",
          "aws:x",
          "x".repeat(300));

  private FuzzedJson() {}

  static JsonNode any(FuzzedDataProvider data) {
    return any(data, DEEP);
  }

  private static JsonNode any(FuzzedDataProvider data, int depth) {
    return switch (data.consumeInt(0, depth > 0 ? 11 : 7)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(data.consumeBoolean());
      case 2 -> NODES.numberNode(data.consumeInt(-2, 2));
      case 3 -> NODES.numberNode(data.consumeLong());
      case 4 -> NODES.numberNode(data.consumeRegularDouble());
      case 5 -> NODES.numberNode(BigInteger.valueOf(data.consumeLong()).pow(5));
      case 6 -> NODES.textNode(data.pickValue(WORDS));
      case 7 -> NODES.textNode(FuzzedText.of(data));
      case 8, 9 -> object(data, depth);
      case 10 -> list(data, depth);
      default -> nested(data);
    };
  }

  private static ObjectNode object(FuzzedDataProvider data, int depth) {
    ObjectNode object = NODES.objectNode();
    for (int i = data.consumeInt(0, 3); i > 0; i--) {
      object.set(key(data), any(data, depth - 1));
    }
    return object;
  }

  private static ArrayNode list(FuzzedDataProvider data, int depth) {
    ArrayNode list = NODES.arrayNode();
    for (int i = data.consumeInt(0, 3); i > 0; i--) {
      list.add(any(data, depth - 1));
    }
    return list;
  }

  private static JsonNode nested(FuzzedDataProvider data) {
    boolean lists = data.consumeBoolean();
    JsonNode node = any(data, 0);
    for (int i = data.consumeInt(1, DEEPEST); i > 0; i--) {
      node = lists ? NODES.arrayNode().add(node) : NODES.objectNode().set("x", node);
    }
    return node;
  }

  private static String key(FuzzedDataProvider data) {
    return data.consumeBoolean() ? data.pickValue(WORDS) : FuzzedText.of(data);
  }

  /** Puts something else into some places of a tree, takes it away, or adds to it. */
  static void spoil(ObjectNode tree, FuzzedDataProvider data) {
    for (int i = data.consumeInt(1, 4); i > 0; i--) {
      var containers = new ArrayList<JsonNode>();
      collect(tree, containers);
      change(containers.get(data.consumeInt(0, containers.size() - 1)), data);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(below -> collect(below, containers));
    }
  }

  private static void change(JsonNode container, FuzzedDataProvider data) {
    if (container instanceof ObjectNode object) {
      var names = new ArrayList<String>();
      object.fieldNames().forEachRemaining(names::add);
      String name =
          names.isEmpty() || data.consumeInt(0, 7) == 0 ? key(data) : data.pickValue(names);
      if (data.consumeInt(0, 3) == 0) {
        object.remove(name);
      } else {
        object.set(name, any(data));
      }
    } else if (container instanceof ArrayNode list) {
      int at = data.consumeInt(0, list.size());
      if (at == list.size() || data.consumeBoolean()) {
        list.insert(at, any(data));
      } else {
        list.set(at, any(data));
      }
    }
  }

  /** The tree as it is read, whatever its numbers were made with. */
  static ObjectNode read(JsonNode tree) {
    return (ObjectNode) parse(tree.toString());
  }

  static JsonNode parse(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }
}
