package io.weir.api.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A place in an object and what is there. Places that do not exist can be asked for as well, so a
 * rule reads like the path that its message names. A value of another type than asked for counts as
 * absent: the schema refuses it with its own words.
 *
 * @param path as the API server writes it, for example {@code spec.files[2].contentFrom}; empty for
 *     the object itself
 * @param node what is there; a missing node for nothing. Not to be changed
 */
public record ObjectField(String path, JsonNode node) {

  private static final int LONGEST_SHOWN = 120;

  /** The object itself. */
  public static ObjectField of(ObjectNode object) {
    return new ObjectField("", object);
  }

  /** The field that one reaches by these names. */
  public ObjectField at(String... names) {
    ObjectField found = this;
    for (String name : names) {
      String below = found.path.isEmpty() ? name : found.path + "." + name;
      found = new ObjectField(below, found.node.path(name));
    }
    return found;
  }

  /** The entry of a map, such as a label: {@code metadata.labels[key]}. */
  public ObjectField entry(String key) {
    return new ObjectField(path + "[" + key + "]", node.path(key));
  }

  /** The entries of a map; empty if this is none. */
  public Stream<ObjectField> entries() {
    return keys().map(this::entry);
  }

  /** The keys of a map; empty if this is none. */
  public Stream<String> keys() {
    return node.properties().stream().map(Map.Entry::getKey);
  }

  /** The items of a list; empty if this is none. */
  public Stream<ObjectField> items() {
    return node.isArray()
        ? IntStream.range(0, node.size())
            .mapToObj(index -> new ObjectField(path + "[" + index + "]", node.path(index)))
        : Stream.empty();
  }

  /** Whether there is a value, be it an empty one. */
  public boolean isSet() {
    return !node.isMissingNode() && !node.isNull();
  }

  /** Whether there is a text that is not empty, or a list or map with something in it. */
  public boolean isNonEmpty() {
    return node.isTextual() ? !node.textValue().isEmpty() : !node.isEmpty();
  }

  /** Whether there is {@code true}. */
  public boolean isTrue() {
    return node.isBoolean() && node.booleanValue();
  }

  /** The text; empty if there is none. */
  public String text() {
    return node.isTextual() ? node.textValue() : "";
  }

  /** Whether the text is this one. */
  public boolean hasText(String text) {
    return text().equals(text);
  }

  /** The whole number; absent if there is none. */
  public Optional<Long> number() {
    return node.isIntegralNumber() && node.canConvertToLong()
        ? Optional.of(node.longValue())
        : Optional.empty();
  }

  /** Says that something is missing here. */
  public Violation required(String message) {
    return Violation.required(path, message);
  }

  /** Says that the value, which the message shows, cannot be used. Never for a secret. */
  public Violation invalid(String message) {
    return Violation.invalid(path, shown(), message);
  }

  /** Says that the value may not be here. Does not show it. */
  public Violation forbidden(String message) {
    return Violation.forbidden(path, message);
  }

  /** Says that the value, which the message shows, is there already. Never for a secret. */
  public Violation duplicate(String message) {
    return Violation.duplicate(path, shown(), message);
  }

  /** What is more than one value may hold a secret, and says nothing that the path does not. */
  private String shown() {
    String json = node.isValueNode() && isSet() ? node.toString() : "";
    return json.length() <= LONGEST_SHOWN ? json : json.substring(0, LONGEST_SHOWN) + "…";
  }
}
