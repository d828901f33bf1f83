package io.weir.sandbox.objects;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Fills the shell variables that YAML of documentation pages holds as clusterctl does: {@code
 * ${NAME}}, whose value may be empty, and {@code ${NAME:-default}}, whose default is for an empty
 * value, too. {@code $${NAME}} stays in the text as {@code ${NAME}}; comments and every other use
 * of a dollar sign stay as they are, as they may belong to scripts.
 */
final class ShellVariableExpander {
  private static final Pattern USE =
      Pattern.compile(
          "\\$(?<literal>\\$\\{[^}\\n"
              + "]*})|\\$\\{(?<name>[A-Za-z_]\\w*)(?::?[-=](?<default>[^}\\n"
              + "]*))?}");

  private final Map<String, String> values;

  ShellVariableExpander(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * The text with values in it.
   *
   * @param name what people know the text by
   * @throws IllegalArgumentException naming every variable without a value, with its line
   */
  String expand(String name, String text) {
    var missing = new LinkedHashMap<String, Integer>();
    var filled = new ArrayList<String>();
    List<String> lines = List.of(text.split("\n", -1));
    for (int i = 0; i < lines.size(); i++) {
      filled.add(line(lines.get(i), i + 1, missing));
    }
    if (!missing.isEmpty()) {
      String first = missing.keySet().iterator().next();
      String all =
          missing.entrySet().stream()
              .map(each -> "%s (line %d)".formatted(each.getKey(), each.getValue()))
              .collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "%s needs the variable%s %s, not set in the environment: export %s=…, or write $${%s} to keep the text as it is"
              .formatted(name, missing.size() > 1 ? "s" : "", all, first, first));
    }
    return String.join("\n", filled);
  }

  private String line(String line, int number, Map<String, Integer> missing) {
    return line.stripLeading().startsWith("#")
        ? line
        : USE.matcher(line)
            .replaceAll(use -> Matcher.quoteReplacement(value(use, number, missing)));
  }

  private String value(MatchResult use, int line, Map<String, Integer> missing) {
    if (use.group("literal") != null) {
      return use.group("literal");
    }
    String name = use.group("name");
    String value = values.getOrDefault(name, "");
    if (value.isEmpty() && use.group("default") != null) {
      return use.group("default");
    }
    if (!values.containsKey(name)) {
      missing.putIfAbsent(name, line);
    }
    return value;
  }
}
