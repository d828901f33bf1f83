package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The fields of a request's body, read with their types. What is wrong is collected, so that one
 * answer can tell everything; a field that is null counts as absent.
 */
public final class RequestFields {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private final JsonNode body;
  private final String prefix;
  private final Set<ArgumentError> complaints;

  /** The fields of a body. */
  public RequestFields(JsonNode body) {
    this(body, "", new LinkedHashSet<>());
  }

  private RequestFields(JsonNode body, String prefix, Set<ArgumentError> complaints) {
    this.body = body;
    this.prefix = prefix;
    this.complaints = complaints;
  }

  /** Complains about every field that is not among these. */
  public void rejectUnknown(Set<String> known, String help) {
    body.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name) && !body.path(name).isNull()) {
                complaints.add(ArgumentError.constraint(prefix + name, help));
              }
            });
  }

  /** Whether the field is there. */
  public boolean has(String name) {
    return body.hasNonNull(name);
  }

  /** A text. */
  public Optional<String> text(String name) {
    return typed(name, JsonNode::isTextual, "must be a string").map(JsonNode::textValue);
  }

  /** A text, without which the request makes no sense; empty if it is missing. */
  public String required(String name) {
    String value = text(name).orElse("");
    if (value.isEmpty() && complaints.stream().noneMatch(c -> c.argument().equals(name))) {
      complaints.add(new ArgumentError(prefix + name, "required", name + " is required"));
    }
    return value;
  }

  /** A UUID. */
  public Optional<String> uuid(String name) {
    return text(name)
        .filter(value -> !value.isEmpty())
        .filter(value -> holds(UUID.matcher(value).matches(), name, "format", "must be a UUID"));
  }

  /** One of these words. */
  public Optional<String> oneOf(String name, Set<String> words) {
    return text(name)
        .filter(value -> holds(words.contains(value), name, "format", "must be one of " + words));
  }

  /** A flag. */
  public Optional<Boolean> flag(String name) {
    return typed(name, JsonNode::isBoolean, "must be a boolean").map(JsonNode::booleanValue);
  }

  /** A number that is not negative. */
  public Optional<Integer> count(String name) {
    return typed(
            name,
            value -> value.canConvertToInt() && value.intValue() >= 0,
            "must be an integer of at least 0")
        .map(JsonNode::intValue);
  }

  /** A number of bytes. */
  public Optional<Long> bytes(String name) {
    return typed(
            name,
            value -> value.canConvertToLong() && value.longValue() >= 0,
            "must be an integer of at least 0")
        .map(JsonNode::longValue);
  }

  /** A list of texts. */
  public Optional<List<String>> texts(String name) {
    return typed(name, JsonNode::isArray, "must be a list")
        .map(
            list -> {
              List<String> texts = new ArrayList<>();
              list.forEach(item -> texts.add(item.asText()));
              return texts;
            });
  }

  /** A map of texts. */
  public Optional<Map<String, String>> map(String name) {
    return typed(name, JsonNode::isObject, "must be an object")
        .map(
            object -> {
              Map<String, String> map = new LinkedHashMap<>();
              object.properties().forEach(e -> map.put(e.getKey(), e.getValue().asText()));
              return map;
            });
  }

  /** A list of objects. */
  public List<JsonNode> objects(String name) {
    return typed(name, JsonNode::isArray, "must be a list")
        .map(
            list -> {
              List<JsonNode> objects = new ArrayList<>();
              list.forEach(objects::add);
              return objects;
            })
        .orElse(List.of());
  }

  /** The fields of an object in the body. */
  public Optional<RequestFields> object(String name) {
    return typed(name, JsonNode::isObject, "must be an object")
        .map(object -> new RequestFields(object, prefix + name + ".", complaints));
  }

  /** Adds a complaint. */
  public void addError(ArgumentError argumentError) {
    complaints.add(argumentError);
  }

  /** Complains of a constraint unless it holds. */
  public void require(boolean holds, String name, String help) {
    boolean _ = holds(holds, name, "constraint", help);
  }

  /** Refuses the request if there was anything to complain about. */
  public void throwIfInvalid() {
    if (!complaints.isEmpty()) {
      throw ScalewayErrorException.invalidArguments(List.copyOf(complaints));
    }
  }

  private boolean holds(boolean holds, String name, String reason, String help) {
    if (!holds) {
      complaints.add(new ArgumentError(prefix + name, reason, help));
    }
    return holds;
  }

  private Optional<JsonNode> typed(String name, Predicate<JsonNode> fits, String help) {
    return Optional.ofNullable(body.get(name))
        .filter(value -> !value.isNull())
        .filter(value -> holds(fits.test(value), name, "format", help));
  }
}
