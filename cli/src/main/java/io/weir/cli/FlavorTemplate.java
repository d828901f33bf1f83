package io.weir.cli;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Manifests with variables in clusterctl's form: <code>${NAME}</code>, and <code>${NAME:=default}
 * </code>, whose default may have variables again; pure. As with clusterctl, <code>=</code>, <code>
 * :-</code> and <code>-</code> are the same as <code>:=</code>.
 *
 * @param text YAML documents
 */
record FlavorTemplate(String text) {

  private static final String SEPARATOR = "\n---\n";

  /** What a pool consists of: the MachinePool, the infrastructure pool, the config. */
  private static final Pattern PART_OF_POOL =
      Pattern.compile("(?m)^kind: \\w*(?:MachinePool|Config)$");

  /** The name that the template gives its pool. */
  private static final Pattern POOL_NAME = Pattern.compile("\\$\\{CLUSTER_NAME}-(?:mp|pool)-0");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_]\\w*)");
  private static final Pattern OPERATOR = Pattern.compile(":?[-=]");

  /** One use of a variable. */
  private record Use(String name, Optional<String> otherwise, int end) {}

  /** What only concerns its pool, which gets another name. */
  FlavorTemplate ofPool(String name) {
    return new FlavorTemplate(
        Stream.of(text.stripTrailing().split(SEPARATOR))
                .filter(document -> PART_OF_POOL.matcher(document).find())
                .map(document -> POOL_NAME.matcher(document).replaceAll(name))
                .collect(Collectors.joining(SEPARATOR))
            + "\n");
  }

  /** The variables in alphabetical order, each with its default; empty for those that need one. */
  Map<String, Optional<String>> variables() {
    var found = new TreeMap<String, Optional<String>>();
    collect(text, found);
    return found;
  }

  private static void collect(String text, Map<String, Optional<String>> found) {
    Matcher variable = VARIABLE.matcher(text);
    int from = 0;
    while (variable.find(from)) {
      Use use = use(text, variable);
      found.merge(use.name(), use.otherwise(), (one, other) -> one.isEmpty() ? one : other);
      use.otherwise().ifPresent(otherwise -> collect(otherwise, found));
      from = use.end();
    }
  }

  /**
   * The manifests.
   *
   * @param values of variables; an empty one is a value where the template has no default
   * @throws IllegalArgumentException if one is missing that has no default
   */
  String fill(Map<String, String> values) {
    return fill(text, values);
  }

  private static String fill(String text, Map<String, String> values) {
    var filled = new StringBuilder();
    Matcher variable = VARIABLE.matcher(text);
    int from = 0;
    while (variable.find(from)) {
      Use use = use(text, variable);
      filled.append(text, from, variable.start());
      filled.append(value(use, values));
      from = use.end();
    }
    return filled.append(text, from, text.length()).toString();
  }

  private static String value(Use use, Map<String, String> values) {
    String value = values.getOrDefault(use.name(), "");
    if (value.isEmpty() && use.otherwise().isPresent()) {
      return fill(use.otherwise().get(), values);
    }
    if (!values.containsKey(use.name())) {
      throw new IllegalArgumentException("no value: " + use.name());
    }
    return value;
  }

  private static Use use(String text, Matcher variable) {
    Matcher operator = OPERATOR.matcher(text).region(variable.end(), text.length());
    int begin = operator.lookingAt() ? operator.end() : variable.end();
    int end = closingBrace(text, begin);
    return new Use(
        variable.group(1),
        operator.hasMatch() ? Optional.of(text.substring(begin, end)) : Optional.empty(),
        end + 1);
  }

  private static int closingBrace(String text, int from) {
    int depth = 1;
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '{') {
        depth++;
      } else if (text.charAt(i) == '}') {
        depth--;
      }
      if (depth == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException("a variable has no closing brace: " + text.substring(from));
  }
}
