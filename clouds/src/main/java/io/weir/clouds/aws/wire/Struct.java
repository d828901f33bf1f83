package io.weir.clouds.aws.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A structure of the service's model: members by their name in the model, not on the wire. Values
 * are String, Boolean, Long, Double, Instant, Struct or a List of these.
 */
public final class Struct {
  private final Map<String, Object> members = new LinkedHashMap<>();

  /** Sets a member; null leaves it out. */
  public Struct set(String name, @Nullable Object value) {
    if (value != null) {
      members.put(name, value instanceof Integer number ? Long.valueOf(number) : value);
    }
    return this;
  }

  /** Whether the member is there, were it an empty text or list. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** The member, or null. */
  public @Nullable Object get(String name) {
    return members.get(name);
  }

  /** A text that the request reader has made sure is there. */
  public String text(String name) {
    return findText(name).orElseThrow(() -> new IllegalStateException("no member " + name));
  }

  /** A text, if given. */
  public Optional<String> findText(String name) {
    return Optional.ofNullable((String) members.get(name));
  }

  /** A whole number, if given. */
  public Optional<Integer> number(String name) {
    return Optional.ofNullable((Long) members.get(name)).map(Math::toIntExact);
  }

  /** A truth value, false if not given. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(members.get(name));
  }

  /** A list of texts, empty if not given. */
  public List<String> texts(String name) {
    return list(name).stream().map(String.class::cast).toList();
  }

  /** A list of structures, empty if not given. */
  public List<Struct> structs(String name) {
    return list(name).stream().map(Struct.class::cast).toList();
  }

  /** A structure, if given. */
  public Optional<Struct> struct(String name) {
    return Optional.ofNullable((Struct) members.get(name));
  }

  /** All members, in the order of setting. */
  public Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /** A copy with the members of another laid over it; members of both are taken from the other. */
  public Struct mergedWith(Struct over) {
    Struct copy = new Struct();
    copy.members.putAll(members);
    copy.members.putAll(over.members);
    return copy;
  }

  /** As maps and lists, for JSON. */
  public Map<String, Object> toMap() {
    Map<String, Object> plain = new LinkedHashMap<>();
    members.forEach((name, value) -> plain.put(name, toMap(value)));
    return plain;
  }

  private static Object toMap(Object value) {
    return switch (value) {
      case Struct inner -> inner.toMap();
      case List<?> items -> {
        List<Object> copy = new ArrayList<>();
        items.forEach(item -> copy.add(toMap(item)));
        yield copy;
      }
      default -> value instanceof Instant at ? at.toString() : value;
    };
  }

  private List<?> list(String name) {
    return members.get(name) instanceof List<?> items ? items : List.of();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Struct that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  @Override
  public String toString() {
    return members.keySet().toString();
  }
}
