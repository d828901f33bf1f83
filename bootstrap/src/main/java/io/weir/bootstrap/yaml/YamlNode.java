package io.weir.bootstrap.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A YAML value. */
public sealed interface YamlNode {

  /** A string, whatever it looks like. */
  record Text(String value) implements YamlNode {}

  /** A whole number. */
  record Int(long value) implements YamlNode {}

  /** A number that is not whole. */
  record Decimal(BigDecimal value) implements YamlNode {}

  /** A Boolean. */
  record Bool(boolean value) implements YamlNode {}

  /** Null, written out. */
  record Null() implements YamlNode {}

  /** Values in their order. */
  record Sequence(List<YamlNode> items) implements YamlNode {
    public Sequence {
      items = List.copyOf(items);
    }

    /** A list of strings. */
    public static Sequence ofTexts(Collection<String> texts) {
      return new Sequence(texts.stream().<YamlNode>map(Text::new).toList());
    }
  }

  /** A JSON value, the keys of its objects in alphabetical order. */
  static YamlNode of(JsonNode json) {
    return switch (json.getNodeType()) {
      case OBJECT -> of((ObjectNode) json);
      case ARRAY -> new Sequence(json.valueStream().map(YamlNode::of).toList());
      case BOOLEAN -> new Bool(json.booleanValue());
      case NUMBER ->
          json.isIntegralNumber() ? new Int(json.longValue()) : new Decimal(json.decimalValue());
      case NULL, MISSING -> new Null();
      case STRING, BINARY, POJO -> new Text(json.asText());
    };
  }

  /** A JSON object, its keys in alphabetical order. */
  static Mapping of(ObjectNode json) {
    return new Mapping(
            json.properties().stream()
                .map(field -> new Entry(field.getKey(), of(field.getValue())))
                .toList())
        .sorted();
  }

  /** One key of a mapping. */
  record Entry(String key, YamlNode value) {}

  /** Keys in the order in which they are written. */
  record Mapping(List<Entry> entries) implements YamlNode {
    public Mapping {
      entries = List.copyOf(entries);
    }

    public static Builder builder() {
      return new Builder();
    }

    /** The same mapping with its keys in alphabetical order; nested mappings stay as they are. */
    public Mapping sorted() {
      return new Mapping(entries.stream().sorted(Comparator.comparing(Entry::key)).toList());
    }
  }

  /** Collects a mapping; what is null was not set and is left out. */
  final class Builder {
    private final List<Entry> entries = new ArrayList<>();

    private Builder() {}

    public Builder put(String key, @Nullable YamlNode value) {
      if (value != null) {
        entries.add(new Entry(key, value));
      }
      return this;
    }

    public Builder put(String key, @Nullable String value) {
      return put(key, value == null ? null : new Text(value));
    }

    public Builder put(String key, @Nullable Boolean value) {
      return put(key, value == null ? null : new Bool(value));
    }

    /** Adds the keys of another mapping after those that are there. */
    public Builder putAll(Mapping mapping) {
      entries.addAll(mapping.entries());
      return this;
    }

    /** Leaves out an empty list as well. */
    public Builder putTexts(String key, @Nullable Collection<String> values) {
      return put(key, values == null || values.isEmpty() ? null : Sequence.ofTexts(values));
    }

    public Mapping build() {
      return new Mapping(entries);
    }
  }
}
