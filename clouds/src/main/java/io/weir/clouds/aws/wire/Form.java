package io.weir.clouds.aws.wire;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A form as a tree: {@code A.B.1=x} is the value x under A, B, 1. */
final class Form {
  private final Map<String, Form> children = new LinkedHashMap<>();
  private @Nullable String value;

  /** Splits a form body; the same name twice keeps the later value. */
  static Map<String, String> parse(String body) {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      } else if (!pair.isEmpty()) {
        fields.put(decode(pair), "");
      }
    }
    return fields;
  }

  static Form tree(Map<String, String> fields) {
    Form root = new Form();
    fields.forEach(
        (name, value) -> {
          Form at = root;
          for (String part : name.split("\\.", -1)) {
            at = at.children.computeIfAbsent(part, _ -> new Form());
          }
          at.value = value;
        });
    return root;
  }

  Map<String, Form> children() {
    return children;
  }

  @Nullable String value() {
    return value;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
