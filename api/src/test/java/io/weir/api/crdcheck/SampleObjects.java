package io.weir.api.crdcheck;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Objects in the folder {@code samples} of the test resources. */
public final class SampleObjects {

  private SampleObjects() {}

  /**
   * Reads a sample.
   *
   * @param beside class of the module that has it
   * @param name file name without its ending
   */
  public static ObjectNode read(Class<?> beside, String name) throws IOException {
    try (InputStream file = beside.getResourceAsStream("/samples/" + name + ".yaml")) {
      if (file == null) {
        throw new IllegalArgumentException("no sample " + name);
      }
      return new YAMLMapper().readValue(file, ObjectNode.class);
    }
  }

  /**
   * Changes one place of an object.
   *
   * @param pointer the place, a JSON pointer
   * @param value JSON to put there; empty to take away what is there
   */
  public static void change(ObjectNode object, String pointer, String value) throws IOException {
    var place = JsonPointer.compile(pointer);
    JsonNode parent = object.at(place.head());
    String last = place.last().getMatchingProperty();
    if (parent instanceof ArrayNode list) {
      list.set(place.last().getMatchingIndex(), Json.MAPPER.readTree(value));
    } else if (value.isEmpty()) {
      ((ObjectNode) parent).remove(last);
    } else {
      ((ObjectNode) parent).set(last, Json.MAPPER.readTree(value));
    }
  }

  /** Paths of values that one tree has and the other has not, or has otherwise. */
  public static List<String> missingPaths(JsonNode before, JsonNode after) {
    var lost = new ArrayList<String>();
    collect(before, after, "", lost);
    return lost;
  }

  private static void collect(JsonNode before, JsonNode after, String path, List<String> lost) {
    if (before.isObject()) {
      before
          .properties()
          .forEach(
              e -> collect(e.getValue(), after.path(e.getKey()), path + "." + e.getKey(), lost));
    } else if (before.isArray()) {
      for (int i = 0; i < before.size(); i++) {
        collect(before.get(i), after.path(i), path + "[" + i + "]", lost);
      }
    }
    if (before.isValueNode() ? !before.equals(after) : after.isMissingNode()) {
      lost.add(path);
    }
  }
}
