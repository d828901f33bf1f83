package io.weir.clouds.aws.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A form as a tree: {@code A.B.1=x} is the value x under A, B, 1. */
final class Form {
  private final Map<String, Form> children = new LinkedHashMap<>();
  private @Nullable String value;

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
}
