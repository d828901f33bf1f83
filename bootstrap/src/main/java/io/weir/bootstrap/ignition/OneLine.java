package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapProblem;

/** Guards values that become part of a line of another file. */
final class OneLine {

  /**
   * The value as it is.
   *
   * @throws BootstrapProblem if it would end the line that it is put into
   */
  static String required(String field, String value) {
    if (value.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      throw BootstrapProblem.invalid(
          field, "has a line break or another control character, and is put into one line");
    }
    return value;
  }

  private OneLine() {}
}
