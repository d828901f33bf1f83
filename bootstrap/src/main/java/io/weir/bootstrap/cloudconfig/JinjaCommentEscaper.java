package io.weir.bootstrap.cloudconfig;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps Jinja from taking <code>{#</code> for a comment, which scripts hold often (the length of a
 * variable in a shell) and would lose, with all text up to the next <code>#}</code>. Expressions,
 * statements and raw blocks are left as they are: <a
 * href="https://jinja.palletsprojects.com/en/stable/templates/">Jinja's template syntax</a>.
 */
final class JinjaCommentEscaper {

  /** An expression whose value is the mark; it has no line break that could be trimmed. */
  static final String COMMENT_MARK = "{{ '{#' }}";

  private static final Pattern BEGIN = Pattern.compile("\\{[{%#]");
  private static final Pattern RAW = Pattern.compile("\\{%[-+]?\\s*raw\\s*-?%}");
  private static final Pattern END_OF_RAW = Pattern.compile("\\{%[-+]?\\s*endraw\\s*[-+]?%}");

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int copied;

  private JinjaCommentEscaper(String text) {
    this.text = text;
  }

  /** The document from which Jinja makes the given one, but for what it evaluates. */
  static String escapeComments(String document) {
    return new JinjaCommentEscaper(document).protectedText();
  }

  private String protectedText() {
    Matcher begin = BEGIN.matcher(text);
    int from = 0;
    while (from < text.length() && begin.find(from)) {
      int at = begin.start();
      if (text.charAt(at + 1) == '#') {
        out.append(text, copied, at).append(COMMENT_MARK);
        copied = at + 2;
        from = copied;
      } else {
        from = evaluated(at);
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Where what Jinja evaluates ends; what never ends makes it refuse the document anyway. */
  private int evaluated(int at) {
    Matcher raw = RAW.matcher(text).region(at, text.length());
    if (raw.lookingAt()) {
      Matcher end = END_OF_RAW.matcher(text);
      return end.find(raw.end()) ? end.end() : text.length();
    }
    return end(at + 2, text.charAt(at + 1) == '{' ? "}}" : "%}");
  }

  /** The closing mark counts neither in a string nor within brackets. */
  private int end(int from, String closing) {
    int depth = 0;
    int i = from;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (depth == 0 && text.startsWith(closing, i)) {
        return i + closing.length();
      }
      switch (c) {
        case '\'', '"' -> i = endOfString(i);
        case '{', '[', '(' -> depth++;
        case '}', ']', ')' -> depth--;
        default -> {}
      }
      i++;
    }
    return text.length();
  }

  /** The index of the quote that ends a string. */
  private int endOfString(int at) {
    int i = at + 1;
    while (i < text.length() && text.charAt(i) != text.charAt(at)) {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }
}
