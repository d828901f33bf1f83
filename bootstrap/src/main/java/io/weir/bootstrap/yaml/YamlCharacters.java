package io.weir.bootstrap.yaml;

/** Which characters stand for themselves, and how the others are written in double quotes. */
final class YamlCharacters {

  static boolean needNoEscaping(String text) {
    return text.codePoints().allMatch(c -> c == '\n' || c == '\t' || printable(c));
  }

  /** Whether a character is written with a backslash in double quotes. */
  static boolean needsEscaping(int c) {
    return c == '"' || c == '\\' || !printable(c);
  }

  static String quoted(String text) {
    var out = new StringBuilder("\"");
    text.codePoints().forEach(c -> append(out, c));
    return out.append('"').toString();
  }

  /**
   * Printable for every reader. The next-line character, the line and paragraph separators are line
   * breaks in YAML 1.1, and the byte order mark is dropped by some.
   */
  private static boolean printable(int c) {
    return (c >= 0x20 && c <= 0x7e)
        || (c >= 0xa0 && c <= 0xd7ff && c != 0x2028 && c != 0x2029)
        || (c >= 0xe000 && c <= 0xfffd && c != 0xfeff)
        || c >= 0x10000;
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (printable(c)) {
          out.appendCodePoint(c);
        } else {
          out.append(c <= 0xff ? "\\x%02x".formatted(c) : "\\u%04x".formatted(c));
        }
      }
    }
  }

  private YamlCharacters() {}
}
