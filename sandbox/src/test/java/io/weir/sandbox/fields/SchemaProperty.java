package io.weir.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A property below {@code spec} of a kind.
 *
 * @param kind such as {@code MachinePool}
 * @param steps the names on the way from {@code spec} to it; the name of a list ends in {@code []}
 *     where the way goes on in its elements, and that of a map in <code>{}</code>
 * @param schema what values it takes, as OpenAPI says it
 * @param required whether the object that it is in must have it
 */
public record SchemaProperty(String kind, List<String> steps, JsonNode schema, boolean required) {

  public SchemaProperty {
    steps = List.copyOf(steps);
  }

  /** Such as {@code files[].path}. */
  public String path() {
    return String.join(".", steps);
  }

  /** Its own name, without that of what it is in. */
  public String name() {
    return steps.getLast();
  }

  /** Such as {@code KubeadmConfig files[].path}. */
  @Override
  public String toString() {
    return kind + " " + path();
  }
}
