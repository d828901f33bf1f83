package io.weir.bootstrap.gotemplate;

/** Finds where an action ends: marks within quotes and comments do not end it. */
final class ActionEnd {

  /**
   * The index of the closing mark.
   *
   * @throws TemplateException if there is none
   */
  static int indexOf(String template, int start, int line) {
    int i = start;
    while (i < template.length()) {
      char c = template.charAt(i);
      if (template.startsWith("}}", i)) {
        return i;
      } else if (template.startsWith("/*", i)) {
        i = after(template, "*/", i + 2, line, "comment");
      } else if (c == '`') {
        i = after(template, "`", i + 1, line, "raw quoted string");
      } else if (c == '"') {
        i = quoted(template, i + 1, line);
      } else {
        i++;
      }
    }
    throw new TemplateException(line, "{{ without }}");
  }

  private static int after(String template, String mark, int from, int line, String what) {
    int end = template.indexOf(mark, from);
    if (end < 0) {
      throw new TemplateException(line, "unterminated " + what);
    }
    return end + mark.length();
  }

  private static int quoted(String template, int from, int line) {
    for (int i = from; i < template.length(); i++) {
      switch (template.charAt(i)) {
        case '\\' -> i++;
        case '"' -> {
          return i + 1;
        }
        default -> {}
      }
    }
    throw new TemplateException(line, "unterminated quoted string");
  }

  private ActionEnd() {}
}
