package io.weir.bootstrap.yaml;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds what Jinja evaluates in a text: expressions and statements with their marks. There are no
 * comments: their mark is kept from Jinja.
 */
final class JinjaTemplates {

  /** In time that grows with the text alone, however many marks stay open. */
  static List<String> findIn(String text) {
    var found = new ArrayList<String>();
    collect(text, "{{", "}}", found);
    collect(text, "{%", "%}", found);
    return found;
  }

  private static void collect(String text, String opening, String closing, List<String> found) {
    int from = text.indexOf(opening);
    while (from >= 0) {
      int end = text.indexOf(closing, from + opening.length());
      if (end < 0) {
        return;
      }
      found.add(text.substring(from, end + closing.length()));
      from = text.indexOf(opening, end + closing.length());
    }
  }

  private JinjaTemplates() {}
}
