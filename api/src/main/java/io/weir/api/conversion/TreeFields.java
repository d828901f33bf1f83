package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** Moves between the fields of a tree, any of which may be absent or of another type. */
final class TreeFields {

  private TreeFields() {}

  /** The object at a path; a new one, in no tree, if there is none. */
  static ObjectNode getOrEmpty(JsonNode parent, String... path) {
    JsonNode at = parent;
    for (String name : path) {
      at = at.path(name);
    }
    return at instanceof ObjectNode found ? found : JsonNodeFactory.instance.objectNode();
  }

  /** The object at a path, which is made if there is none. */
  static ObjectNode getOrCreate(ObjectNode parent, String... path) {
    ObjectNode at = parent;
    for (String name : path) {
      at = at.get(name) instanceof ObjectNode found ? found : at.putObject(name);
    }
    return at;
  }

  /** Runs with the object at a path, if there is one. */
  static void ifObject(JsonNode parent, Consumer<ObjectNode> work, String... path) {
    JsonNode at = parent;
    for (String name : path) {
      at = at.path(name);
    }
    if (at instanceof ObjectNode found) {
      work.accept(found);
    }
  }

  /** Runs with each object of a list, if there is a list. */
  static void forEachObject(JsonNode list, Consumer<ObjectNode> work) {
    if (list.isArray()) {
      list.forEach(item -> ifObject(item, work));
    }
  }

  /** Moves the fields that are there under the same names. */
  static void move(ObjectNode from, ObjectNode to, List<String> names) {
    for (String name : names) {
      JsonNode value = from.remove(name);
      if (value != null) {
        to.set(name, value);
      }
    }
  }

  /** Moves a field that is there to another name. */
  static void rename(ObjectNode from, String name, ObjectNode to, String as) {
    JsonNode value = from.remove(name);
    if (value != null) {
      to.set(as, value);
    }
  }

  /** Puts an object that has fields into a field, beside what the field has. */
  static void mergeInto(ObjectNode parent, String name, ObjectNode fields) {
    if (!fields.isEmpty()) {
      getOrCreate(parent, name).setAll(fields);
    }
  }

  /** Takes away a field that is an object without fields. */
  static void dropIfEmpty(ObjectNode parent, String name) {
    if (parent.path(name) instanceof ObjectNode object && object.isEmpty()) {
      parent.remove(name);
    }
  }

  /** Takes away a field that is the number 0, where that means the same as its absence. */
  static void dropZero(ObjectNode parent, String name) {
    if (parent.path(name).isNumber() && parent.path(name).asInt() == 0) {
      parent.remove(name);
    }
  }

  /** Puts 0 into fields that are absent, as a version has them that knows no absent number. */
  static void putZeros(ObjectNode parent, List<String> names) {
    for (String name : names) {
      if (!parent.has(name)) {
        parent.put(name, 0);
      }
    }
  }

  /** Takes away a field that is false, where that means the same as its absence. */
  static void dropFalse(ObjectNode parent, String name) {
    if (parent.path(name).isBoolean() && !parent.path(name).booleanValue()) {
      parent.remove(name);
    }
  }
}
