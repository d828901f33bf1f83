package io.weir.clouds.aws.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One type of a service.
 *
 * @param kind what it is
 * @param members of a structure, by their name in the model
 * @param required which of them a request must have
 * @param elementType the type of a list's items or of a map's values; empty otherwise
 * @param elementName the element around each item of a list in an answer, and the word before its
 *     number in a request of a list that is not flat
 * @param flat whether a request numbers the items right behind the list's name
 * @param allowed the only texts possible; empty when any is
 * @param min smallest number, shortest text or list; null for any
 * @param max largest number, longest text or list; null for any
 * @param pattern what a text must match; null for anything
 */
record Shape(
    Kind kind,
    Map<String, Member> members,
    Set<String> required,
    String elementType,
    String elementName,
    boolean flat,
    Set<String> allowed,
    @Nullable Double min,
    @Nullable Double max,
    @Nullable Pattern pattern) {

  enum Kind {
    STRUCTURE,
    LIST,
    MAP,
    STRING,
    BOOLEAN,
    INTEGER,
    LONG,
    DOUBLE,
    TIMESTAMP
  }

  /**
   * A member of a structure.
   *
   * @param name in the model
   * @param shape its type
   * @param in its name in requests
   * @param out its name in answers
   * @param location {@code uri} or {@code querystring}; empty for the body
   */
  record Member(String name, String shape, String in, String out, String location) {}

  static Shape of(JsonNode node) {
    return new Shape(
        Kind.valueOf(node.path("type").asText().toUpperCase(Locale.ROOT)),
        members(node.path("members")),
        texts(node.path("required")),
        node.path("of").asText(""),
        node.path("item").asText("member"),
        node.path("flat").asBoolean(),
        texts(node.path("enum")),
        node.has("min") ? node.path("min").asDouble() : null,
        node.has("max") ? node.path("max").asDouble() : null,
        node.has("pattern") ? Pattern.compile(node.path("pattern").asText()) : null);
  }

  private static Map<String, Member> members(JsonNode node) {
    Map<String, Member> members = new LinkedHashMap<>();
    node.properties()
        .forEach(
            entry -> {
              String in = entry.getValue().path("in").asText();
              members.put(
                  entry.getKey(),
                  new Member(
                      entry.getKey(),
                      entry.getValue().path("shape").asText(),
                      in,
                      entry.getValue().path("out").asText(in),
                      entry.getValue().path("location").asText("")));
            });
    return members;
  }

  private static Set<String> texts(JsonNode node) {
    Set<String> texts = new LinkedHashSet<>();
    node.forEach(item -> texts.add(item.asText()));
    return texts;
  }
}
