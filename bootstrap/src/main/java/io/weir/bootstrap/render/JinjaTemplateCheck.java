package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.yaml.ScalarStyle;
import java.util.Objects;
import java.util.Set;

/**
 * Refuses the rare text that no form of YAML can hold without changing what Jinja reads in it,
 * instead of letting the machine find out.
 */
final class JinjaTemplateCheck {

  /** Not rendered for workers, or checked as rendered. */
  private static final Set<String> ELSEWHERE =
      Set.of("initConfiguration", "clusterConfiguration", "files");

  static void check(JsonNode spec, BootstrapContent parts) {
    spec.properties().stream()
        .filter(field -> !ELSEWHERE.contains(field.getKey()))
        .forEach(field -> walk("spec." + field.getKey(), field.getValue()));
    for (int i = 0; i < parts.files().size(); i++) {
      check("spec.files[" + i + "]", parts.files().get(i));
    }
    for (int i = 0; i < parts.users().size(); i++) {
      String passwd = parts.users().get(i).passwd();
      check("spec.users[" + i + "].passwd", passwd == null ? "" : passwd);
    }
  }

  private static void check(String field, BootstrapFile file) {
    check(field + ".path", file.path());
    check(field + ".owner", Objects.requireNonNullElse(file.owner(), ""));
    check(field + ".permissions", Objects.requireNonNullElse(file.permissions(), ""));
    check(field + ".content", file.content());
  }

  private static void walk(String field, JsonNode node) {
    switch (node.getNodeType()) {
      case STRING -> check(field, node.asText());
      case OBJECT ->
          node.properties().forEach(entry -> walk(field + "." + entry.getKey(), entry.getValue()));
      case ARRAY -> {
        for (int i = 0; i < node.size(); i++) {
          walk(field + "[" + i + "]", node.get(i));
        }
      }
      default -> {}
    }
  }

  private static void check(String field, String text) {
    if (!ScalarStyle.canKeepTemplates(text)) {
      throw BootstrapDataException.invalid(
          field,
          "has a template with quotes and also a carriage return or another control character;"
              + " remove the character or the template");
    }
  }

  private JinjaTemplateCheck() {}
}
