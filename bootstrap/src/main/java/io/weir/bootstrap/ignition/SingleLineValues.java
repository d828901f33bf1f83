package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapDataException;

/** Guards values that become part of a line of another file. */
final class SingleLineValues {

  /**
   * The value as it is.
   *
   * @throws BootstrapDataException if it would end the line that it is put into, or join the next
   *     one
   */
  static String requireSingleLine(String field, String value) {
    if (value.chars().anyMatch(c -> (c < 0x20 && c != '\t') || c == 0x7f)) {
      throw BootstrapDataException.invalid(
          field, "contains a line break or another control character, but must fit on one line");
    }
    if (value.endsWith("\\")) {
      throw BootstrapDataException.invalid(
          field, "ends in a backslash, which would join its line with the next one");
    }
    return value;
  }

  /**
   * The same where blanks at either end would get lost.
   *
   * @throws BootstrapDataException if there are any, and as {@link #requireSingleLine}
   */
  static String requireTrimmed(String field, String value) {
    if (value.startsWith(" ")
        || value.endsWith(" ")
        || value.startsWith("\t")
        || value.endsWith("\t")) {
      throw BootstrapDataException.invalid(
          field, "starts or ends with a space or tab, which would get lost");
    }
    return requireSingleLine(field, value);
  }

  private SingleLineValues() {}
}
