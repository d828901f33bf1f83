package io.weir.clouds.scaleway.wire;

/**
 * What is wrong with one argument.
 *
 * @param argument its name on the wire, with a dot before a key
 * @param reason {@code required}, {@code format}, {@code constraint} or {@code unknown}
 * @param help what would be right, for a person
 */
public record ArgumentError(String argument, String reason, String help) {

  /** The value is well-formed, but not allowed. */
  public static ArgumentError constraint(String argument, String help) {
    return new ArgumentError(argument, "constraint", help);
  }
}
