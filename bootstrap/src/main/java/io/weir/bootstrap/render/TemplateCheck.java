package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.yaml.ScalarForm;
import java.util.Set;

/**
 * Refuses the rare text that no form of YAML can hold without changing what Jinja reads in it,
 * instead of letting the machine find out.
 */
final class TemplateCheck {

  /** Not rendered for workers. */
  private static final Set<String> UNREAD =
      Set.of("initConfiguration", "clusterConfiguration", "ignition");

  static void check(JsonNode spec) {
    spec.properties().stream()
        .filter(field -> !UNREAD.contains(field.getKey()))
        .forEach(field -> walk("spec." + field.getKey(), field.getValue()));
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

  static void check(String field, String text) {
    if (!ScalarForm.keepsTemplates(text)) {
      throw BootstrapProblem.invalid(
          field,
          "a template with quotes stands beside a carriage return or another control character;"
              + " remove the character, or the template");
    }
  }

  private TemplateCheck() {}
}
