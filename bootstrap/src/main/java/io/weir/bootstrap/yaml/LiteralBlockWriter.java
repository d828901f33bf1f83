package io.weir.bootstrap.yaml;

/** Writes a text as a literal block, so that it reads back with exactly the newlines it has. */
final class LiteralBlockWriter {

  /** The block's header and its lines at the given column, without the last newline. */
  static String write(String text, int column) {
    int end = text.length();
    while (text.charAt(end - 1) == '\n') {
      end--;
    }
    var out = new StringBuilder("|").append(indentation(text)).append(chomping(text, end));
    text.substring(0, end)
        .lines()
        .forEach(
            line -> {
              out.append('\n');
              if (!line.isEmpty()) {
                out.repeat(' ', column).append(line);
              }
            });
    // The writer ends every leaf with one newline; the text has the others of its own.
    return out.repeat('\n', Math.max(0, text.length() - end - 1)).toString();
  }

  /** Readers guess the indentation from the first line, unless that line begins with blanks. */
  private static String indentation(String text) {
    return " \t\n".indexOf(text.charAt(0)) >= 0 ? "2" : "";
  }

  private static String chomping(String text, int end) {
    return switch (text.length() - end) {
      case 0 -> "-";
      case 1 -> "";
      default -> "+";
    };
  }

  private LiteralBlockWriter() {}
}
