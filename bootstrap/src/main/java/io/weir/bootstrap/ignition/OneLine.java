package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapProblem;

/** Guards values that become part of a line of another file. */
final class OneLine {

  /**
   * The value as it is.
   *
   * @throws BootstrapProblem if it would end the line that it is put into, or join the next one
   */
  static String required(String field, String value) {
    if (value.chars().anyMatch(c -> (c < 0x20 && c != '\t') || c == 0x7f)) {
      throw BootstrapProblem.invalid(
          field, "has a line break or another control character, and is put into one line");
    }
    if (value.endsWith("\\")) {
      throw BootstrapProblem.invalid(
          field, "ends in a backslash, which would join the line it is put into with the next one");
    }
    return value;
  }

  /**
   * The same where blanks at either end would get lost.
   *
   * @throws BootstrapProblem if there are any, and as {@link #required}
   */
  static String trimmed(String field, String value) {
    if (value.startsWith(" ")
        || value.endsWith(" ")
        || value.startsWith("\t")
        || value.endsWith("\t")) {
      throw BootstrapProblem.invalid(field, "begins or ends with a blank, which would get lost");
    }
    return required(field, value);
  }

  private OneLine() {}
}
