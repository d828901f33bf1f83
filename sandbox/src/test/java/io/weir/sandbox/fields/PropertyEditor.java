package io.weir.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Reads, sets and removes one property in specs: in the first element of each list on the way. */
public final class PropertyEditor {

  private static final String KEY = "key";

  private final SchemaProperty property;
  private final SchemaValues values;

  /** An editor of this property, which makes what must be around it of these values. */
  public PropertyEditor(SchemaProperty property, SchemaValues values) {
    this.property = property;
    this.values = values;
  }

  /** The value in a spec, if it has one. */
  public Optional<JsonNode> value(ObjectNode spec) {
    JsonNode at = spec;
    for (String step : property.steps()) {
      at = at.path(bare(step));
      if (step.endsWith("[]")) {
        at = at.path(0);
      } else if (step.endsWith("{}")) {
        at = at.isEmpty() ? at : at.elements().next();
      }
    }
    return at.isMissingNode() ? Optional.empty() : Optional.of(at.deepCopy());
  }

  /** Sets the value, and makes what it is in with what must be beside it. */
  public void set(ObjectNode spec, JsonNode value) {
    parent(spec).set(property.name(), value.deepCopy());
  }

  /** Removes the value, and what it was in where that would be empty. */
  public void remove(ObjectNode spec) {
    JsonNode _ = parent(spec).remove(property.name());
    prune(spec, 0);
  }

  /** Makes what it is in, with what must be beside it and in place of it, if it must be there. */
  public void surround(ObjectNode spec) {
    ObjectNode parent = parent(spec);
    if (property.required() && !parent.has(property.name())) {
      parent.set(property.name(), values.valid(property.path(), property.schema(), 0));
    }
    prune(spec, 0);
  }

  private ObjectNode parent(ObjectNode spec) {
    ObjectNode at = spec;
    JsonNode schema = SchemaProperties.specSchema(property.kind());
    var path = new StringBuilder();
    for (int i = 0; i < property.steps().size() - 1; i++) {
      String step = property.steps().get(i);
      String name = bare(step);
      path.append(i == 0 ? "" : ".").append(step);
      schema = schema.path("properties").path(name);
      if (step.endsWith("[]")) {
        schema = schema.path("items");
        ArrayNode list = at.withArray("/" + name);
        at = list.isEmpty() ? list.addObject() : (ObjectNode) list.get(0);
      } else if (step.endsWith("{}")) {
        schema = schema.path("additionalProperties");
        ObjectNode map = at.withObject("/" + name);
        at = map.isEmpty() ? map.putObject(KEY) : (ObjectNode) map.elements().next();
      } else {
        at = at.withObject("/" + name);
      }
      values.complete(at, path.toString(), schema, bare(property.steps().get(i + 1)));
    }
    return at;
  }

  private void prune(JsonNode at, int depth) {
    if (depth >= property.steps().size() - 1) {
      return;
    }
    String step = property.steps().get(depth);
    JsonNode inner = at.path(bare(step));
    JsonNode next =
        step.endsWith("[]")
            ? inner.path(0)
            : step.endsWith("{}") && !inner.isEmpty() ? inner.elements().next() : inner;
    prune(next, depth + 1);
    if (inner instanceof ArrayNode list && list.size() == 1 && list.get(0).isEmpty()) {
      JsonNode _ = list.remove(0);
    }
    if (inner.isEmpty() && at instanceof ObjectNode object) {
      JsonNode _ = object.remove(bare(step));
    }
  }

  private static String bare(String step) {
    return step.replaceAll("(\\[]|\\{})$", "");
  }
}
