package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes away empty texts, lists and objects that a version's schema refuses, unless it asks for the
 * field. The older version lets them through, where they mean the same as nothing; stored, they
 * would make the next write of the newer version fail.
 */
final class TooEmpty {

  private final String crd;
  private final String version;
  private volatile @Nullable Rule root;

  /**
   * Reads the definition when it is needed for the first time.
   *
   * @param crd path of the definition on the classpath
   * @param version whose schema counts
   */
  TooEmpty(String crd, String version) {
    this.crd = crd;
    this.version = version;
  }

  /** Changes the object in place. */
  void drop(ObjectNode object) {
    Rule known = root;
    if (known == null) {
      known = rule(schema());
      root = known; // reading it twice does no harm
    }
    known.dropBelow(object);
  }

  private JsonNode schema() {
    ApiObject definition = Crds.read(Crds.class, crd).getFirst();
    for (JsonNode each : definition.spec().path("versions")) {
      if (each.path("name").asText().equals(version)) {
        return each.path("schema").path("openAPIV3Schema");
      }
    }
    throw new IllegalStateException("%s has no version %s".formatted(definition, version));
  }

  private static Rule rule(JsonNode schema) {
    var fields = new HashMap<String, Rule>();
    schema.path("properties").properties().forEach(e -> fields.put(e.getKey(), rule(e.getValue())));
    fields.values().removeIf(rule -> rule.equals(Rule.NONE));
    var required = new HashSet<String>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    required.retainAll(fields.keySet());
    Rule items = schema.has("items") ? rule(schema.path("items")) : null;
    boolean refused =
        schema.path("minLength").asInt() > 0
            || schema.path("minItems").asInt() > 0
            || schema.path("minProperties").asInt() > 0;
    return new Rule(
        refused, Map.copyOf(fields), Set.copyOf(required), Rule.NONE.equals(items) ? null : items);
  }

  /**
   * What counts of the schema of a value.
   *
   * @param refused whether the value may not be empty
   * @param fields rules of its fields that have any
   * @param required which of these must be there
   * @param items rule of its items, if they have one
   */
  private record Rule(
      boolean refused, Map<String, Rule> fields, Set<String> required, @Nullable Rule items) {

    static final Rule NONE = new Rule(false, Map.of(), Set.of(), null);

    void dropBelow(JsonNode value) {
      if (items != null && value.isArray()) {
        value.forEach(items::dropBelow);
      }
      if (value instanceof ObjectNode object) {
        fields.forEach((name, rule) -> dropField(object, name, rule));
      }
    }

    private void dropField(ObjectNode object, String name, Rule rule) {
      JsonNode value = object.path(name);
      rule.dropBelow(value);
      boolean empty = value.isTextual() ? value.asText().isEmpty() : isEmptyContainer(value);
      if (rule.refused && empty && !required.contains(name)) {
        object.remove(name);
      }
    }

    private static boolean isEmptyContainer(JsonNode value) {
      return value.isContainerNode() && value.isEmpty();
    }
  }
}
