package io.weir.bootstrap.gotemplate;

import java.util.ArrayList;
import java.util.List;

/** A template cut into text and actions, blanks trimmed where an action asks for it. */
sealed interface TemplateSegment {

  /** The line on which it begins, from 1. */
  int line();

  /** Text to print as it is. */
  record LiteralText(int line, String text) implements TemplateSegment {}

  /** What stands between the marks, without them. */
  record Action(int line, String code) implements TemplateSegment {}

  /** Cuts a template; comments are gone. */
  static List<TemplateSegment> split(String template) {
    var pieces = new ArrayList<TemplateSegment>();
    int from = 0;
    int line = 1;
    boolean trim = false;
    while (true) {
      int open = template.indexOf("{{", from);
      String text = template.substring(from, open < 0 ? template.length() : open);
      boolean trimEnd = open >= 0 && isTrim(template, open + 2, 1);
      pieces.add(new LiteralText(line, trimmed(text, trim, trimEnd)));
      if (open < 0) {
        return pieces;
      }
      line += newlines(text);
      int start = open + (trimEnd ? 3 : 2);
      int close = ActionEnd.indexOf(template, start, line);
      trim = close > start && isTrim(template, close - 1, -1);
      String code = template.substring(start, trim ? close - 1 : close).strip();
      if (!code.startsWith("/*")) {
        pieces.add(new Action(line, code));
      }
      line += newlines(template.substring(open, close));
      from = close + 2;
    }
  }

  /** A dash trims only where a blank stands between it and the code. */
  private static boolean isTrim(String template, int dash, int inwards) {
    int blank = dash + inwards;
    return dash < template.length()
        && blank < template.length()
        && template.charAt(dash) == '-'
        && " \t\r\n".indexOf(template.charAt(blank)) >= 0;
  }

  private static String trimmed(String text, boolean start, boolean end) {
    String front = start ? text.stripLeading() : text;
    return end ? front.stripTrailing() : front;
  }

  private static int newlines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }
}
