package io.weir.clouds.node.kubeadm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Typed reading of one mapping of a kubeadm file. As strict as kubeadm: a number where a string
 * belongs is an error, because YAML 1.1 makes numbers and booleans of many unquoted words.
 */
final class KubeadmFields {
  private final String at;
  private final Map<?, ?> map;

  private KubeadmFields(String at, Map<?, ?> map) {
    this.at = at;
    this.map = map;
  }

  static KubeadmFields of(@Nullable Object value, String at) throws JoinException {
    return switch (value) {
      case null -> new KubeadmFields(at, Map.of());
      case Map<?, ?> map -> new KubeadmFields(at, map);
      default -> throw wrong(at, "a mapping");
    };
  }

  boolean has(String key) {
    return map.get(key) != null;
  }

  @Nullable Object raw(String key) {
    return map.get(key);
  }

  KubeadmFields child(String key) throws JoinException {
    return of(map.get(key), path(key));
  }

  String string(String key) throws JoinException {
    return optionalString(key).orElse("");
  }

  Optional<String> optionalString(String key) throws JoinException {
    return switch (map.get(key)) {
      case null -> Optional.empty();
      case String text -> Optional.of(text);
      default -> throw wrong(path(key), "a string");
    };
  }

  boolean flag(String key) throws JoinException {
    return switch (map.get(key)) {
      case null -> false;
      case Boolean flag -> flag;
      default -> throw wrong(path(key), "true or false");
    };
  }

  List<String> strings(String key) throws JoinException {
    var strings = new ArrayList<String>();
    for (Object item : list(key)) {
      if (!(item instanceof String text)) {
        throw wrong(path(key), "a list of strings");
      }
      strings.add(text);
    }
    return strings;
  }

  List<KubeadmFields> mappings(String key) throws JoinException {
    var mappings = new ArrayList<KubeadmFields>();
    for (Object item : list(key)) {
      mappings.add(of(item, path(key)));
    }
    return mappings;
  }

  Map<String, String> stringMap() throws JoinException {
    var strings = new LinkedHashMap<String, String>();
    for (Object key : map.keySet()) {
      strings.put(String.valueOf(key), string(String.valueOf(key)));
    }
    return strings;
  }

  private List<?> list(String key) throws JoinException {
    return switch (map.get(key)) {
      case null -> List.of();
      case List<?> list -> list;
      default -> throw wrong(path(key), "a list");
    };
  }

  private String path(String key) {
    return at.isEmpty() ? key : at + "." + key;
  }

  private static JoinException wrong(String at, String expected) {
    return new JoinException(
        JoinFailure.CONFIGURATION,
        "the join configuration is invalid: " + at + " is not " + expected);
  }
}
