package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapDataException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one YAML mapping, read one by one. What was not read in the end is not supported, and
 * is refused by its path.
 */
final class YamlMappingReader {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_-]{1,40}");

  private final String path;
  private final Map<?, ?> values;
  private final Set<Object> read = new HashSet<>();

  private YamlMappingReader(String path, Map<?, ?> values) {
    this.path = path;
    this.values = values;
  }

  /** Reads a mapping with all its keys; one that is absent has none. */
  static <T> T read(String path, @Nullable Object value, Function<YamlMappingReader, T> reader) {
    Map<?, ?> values =
        switch (value) {
          case null -> Map.of();
          case Map<?, ?> map -> map;
          default ->
              throw BootstrapDataException.invalid(
                  ContainerLinuxConfigReader.FIELD + ": " + path, "is not a mapping");
        };
    var fields = new YamlMappingReader(path, values);
    T result = reader.apply(fields);
    for (Object key : values.keySet()) {
      if (!fields.read.contains(key)) {
        throw unsupported(fields, String.valueOf(key));
      }
    }
    return result;
  }

  /** Without a blank after its colon a key takes the value with it, which may be secret. */
  private static BootstrapDataException unsupported(YamlMappingReader fields, String key) {
    return NAME.matcher(key).matches()
        ? BootstrapDataException.notSupported(fields.field(key), "is not supported; remove it")
        : BootstrapDataException.notSupported(
            ContainerLinuxConfigReader.FIELD + ": " + fields.path,
            "has a key that is no name; see whether a blank is missing after a colon");
  }

  /** The path of a key within the text. */
  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The path of a key, and the field that holds the text. */
  String field(String key) {
    return ContainerLinuxConfigReader.FIELD + ": " + path(key);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  @Nullable String text(String key) {
    return switch (value(key)) {
      case null -> null;
      case String text -> text;
      case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
      default -> throw wrong(key, "a string; put it in quotes");
    };
  }

  String requiredText(String key) {
    String text = text(key);
    if (text == null || text.isEmpty()) {
      throw BootstrapDataException.invalid(field(key), "is missing");
    }
    return text;
  }

  @Nullable FileContent content(String key) {
    return switch (value(key)) {
      case null -> null;
      case byte[] bytes -> new FileContent.Inline(bytes);
      case String text -> new FileContent.Inline(text);
      default -> throw wrong(key, "a string; put it in quotes");
    };
  }

  @Nullable Boolean bool(String key) {
    return switch (value(key)) {
      case null -> null;
      case Boolean flag -> flag;
      default -> throw wrong(key, "true or false");
    };
  }

  @Nullable Integer integer(String key) {
    return switch (value(key)) {
      case null -> null;
      case Integer number -> number;
      default -> throw wrong(key, "an integer");
    };
  }

  List<String> texts(String key) {
    var texts = new ArrayList<String>();
    for (Object item : items(key)) {
      if (!(item instanceof String text)) {
        throw wrong(key, "a list of strings; put them in quotes");
      }
      texts.add(text);
    }
    return texts;
  }

  <T> T mapping(String key, Function<YamlMappingReader, T> reader) {
    return read(path(key), value(key), reader);
  }

  <T> List<T> mappings(String key, Function<YamlMappingReader, T> reader) {
    var groups = new ArrayList<T>();
    List<?> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      groups.add(read(path(key) + "[" + i + "]", items.get(i), reader));
    }
    return groups;
  }

  private List<?> items(String key) {
    return switch (value(key)) {
      case null -> List.of();
      case List<?> list -> list;
      default -> throw wrong(key, "a list");
    };
  }

  private @Nullable Object value(String key) {
    read.add(key);
    return values.get(key);
  }

  private BootstrapDataException wrong(String key, String wanted) {
    return BootstrapDataException.invalid(field(key), "is not " + wanted);
  }
}
