package io.weir.bootstrap.yaml;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds what Jinja reads in a text: expressions, statements and comments with their marks. */
final class Templates {

  private static final Pattern ANY =
      Pattern.compile("\\{\\{.*?}}|\\{%.*?%}|\\{#.*?#}", Pattern.DOTALL);

  static List<String> in(String text) {
    return text.indexOf('{') < 0
        ? List.of()
        : ANY.matcher(text).results().map(MatchResult::group).toList();
  }

  private Templates() {}
}
