package io.weir.sandbox.objects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Takes a text of several YAML documents apart, so that a mistake is told with its line. */
final class YamlDocuments {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---(?=\\s|$)");

  private final String name;
  private final List<ApiObject> objects = new ArrayList<>();

  private YamlDocuments(String name) {
    this.name = name;
  }

  /**
   * The objects in a text, those in Lists too.
   *
   * @throws IllegalArgumentException naming the line of what is wrong
   */
  static List<ApiObject> objects(String name, String text) {
    var documents = new YamlDocuments(name);
    Matcher separator = SEPARATOR.matcher(text);
    int begin = 0;
    int line = 1;
    while (separator.find()) {
      String document = text.substring(begin, separator.start());
      documents.read(document, line);
      line += lineEnds(document);
      // Content may follow the dashes on their line.
      begin = separator.end();
    }
    documents.read(text.substring(begin), line);
    return documents.objects;
  }

  private void read(String document, int firstLine) {
    JsonNode tree;
    try {
      tree = YAML.readTree(document);
    } catch (JsonProcessingException malformed) {
      int line =
          malformed.getLocation() == null
              ? 0
              : Math.max(0, malformed.getLocation().getLineNr() - 1);
      throw new IllegalArgumentException(
          "%s is not YAML at line %d: %s".formatted(name, firstLine + line, why(malformed)));
    }
    if (tree.isMissingNode() || tree.isNull()) {
      return;
    }
    // A comment may stand before the object; its first line is what people look for.
    add(tree, firstLine + lineEnds(document.substring(0, firstContent(document))));
  }

  private void add(JsonNode tree, int line) {
    if (!(tree instanceof ObjectNode object)) {
      throw new IllegalArgumentException("%s has no object at line %d".formatted(name, line));
    }
    for (String field : List.of("kind", "apiVersion")) {
      if (object.path(field).asText("").isEmpty()) {
        throw lacking(field, line);
      }
    }
    if (object.path("kind").asText().equals("List")) {
      object.path("items").forEach(item -> add(item, line));
      return;
    }
    if (object.at("/metadata/name").asText("").isEmpty()) {
      throw lacking("metadata.name", line);
    }
    objects.add(new ApiObject(object));
  }

  private IllegalArgumentException lacking(String field, int line) {
    return new IllegalArgumentException(
        "%s: the object at line %d has no %s".formatted(name, line, field));
  }

  /** The parser's own words, without the places and pieces of text that it puts between them. */
  private static String why(JsonProcessingException malformed) {
    String message = String.valueOf(malformed.getOriginalMessage());
    return message.startsWith("Duplicate field")
        ? message + ": name it once, or put a line --- between two objects"
        : withoutPlaces(message);
  }

  private static String withoutPlaces(String message) {
    return message
        .lines()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .collect(Collectors.joining(", "));
  }

  private static int firstContent(String document) {
    Matcher content = Pattern.compile("(?m)^[^#\\s]").matcher(document);
    return content.find() ? content.start() : 0;
  }

  private static int lineEnds(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }
}
