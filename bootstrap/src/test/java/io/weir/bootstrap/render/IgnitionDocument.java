package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.yaml.YamlReaders;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Ignition's configuration as a person reads it: contents decoded, as lists of lines. */
final class IgnitionDocument {

  private IgnitionDocument() {}

  /** What it means: keys in order, nothing that says nothing, no comments, no way of quoting. */
  static JsonNode meaning(String text) {
    return readable(SampleInputs.json(text), IgnitionDocument::meaning);
  }

  /** What it says, to be reviewed. */
  static String review(String text) {
    return readable(SampleInputs.json(text), lines -> lines).toPrettyString() + "\n";
  }

  /** The content of a file. */
  static String content(String text, String path) {
    for (JsonNode file : SampleInputs.json(text).at("/storage/files")) {
      if (file.path("path").asText().equals(path)) {
        return decoded(file.at("/contents/source").asText());
      }
    }
    throw new AssertionError("there is no file " + path);
  }

  private static JsonNode readable(JsonNode node, UnaryOperator<List<String>> reading) {
    if (node.isArray()) {
      var items = Json.MAPPER.createArrayNode();
      node.forEach(item -> items.add(readable(item, reading)));
      return items;
    }
    if (!node.isObject()) {
      return node;
    }
    var sorted = Json.MAPPER.createObjectNode();
    node.properties().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(field -> put(sorted, field.getKey(), field.getValue(), reading));
    return sorted;
  }

  private static void put(
      ObjectNode into, String key, JsonNode value, UnaryOperator<List<String>> reading) {
    String text = value.asText();
    if (key.equals("source") && text.startsWith("data:,")) {
      into.set("text", lines(decoded(text), reading));
    } else if (key.equals("contents") && value.isTextual()) {
      into.set("contents", lines(text, reading));
    } else if (key.equals("mode")) {
      into.put("mode", "0%o".formatted(value.asInt()));
    } else {
      JsonNode read = readable(value, reading);
      if (!read.isObject() || !read.isEmpty()) {
        into.set(key, read);
      }
    }
  }

  private static String decoded(String source) {
    String data = source.substring("data:,".length());
    // A plus stands for itself here, not for a blank.
    return URLDecoder.decode(data.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static ArrayNode lines(String text, UnaryOperator<List<String>> reading) {
    var lines = Json.MAPPER.createArrayNode();
    reading.apply(Arrays.asList(text.split("\n", -1))).forEach(lines::add);
    return lines;
  }

  private static List<String> meaning(List<String> lines) {
    if (lines.getFirst().equals("---")) {
      return List.of(YamlReaders.readAs11(String.join("\n", lines)).toString());
    }
    boolean script = lines.getFirst().startsWith("#!");
    return lines.stream()
        .filter(line -> script || (!line.isBlank() && !line.startsWith("#")))
        .toList();
  }
}
