package io.weir.engine.rollout;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A number of machines, or a part of the wanted ones, as {@code maxSurge} and {@code
 * maxUnavailable} have it.
 *
 * @param value the number, or how many of a hundred; not negative
 * @param percent whether it is of a hundred
 */
public record IntOrPercent(int value, boolean percent) {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern PERCENTAGE = Pattern.compile("\\d{1,9}%");

  public IntOrPercent {
    if (value < 0) {
      throw new IllegalArgumentException("negative: " + value);
    }
  }

  /** A number of machines. */
  public static IntOrPercent of(int number) {
    return new IntOrPercent(number, false);
  }

  /** Reads {@code 3} or {@code 25%}; absent if it is neither. */
  public static Optional<IntOrPercent> parse(String text) {
    if (NUMBER.matcher(text).matches()) {
      return Optional.of(of(Integer.parseInt(text)));
    }
    return PERCENTAGE.matcher(text).matches()
        ? Optional.of(
            new IntOrPercent(Integer.parseInt(text.substring(0, text.length() - 1)), true))
        : Optional.empty();
  }

  /** Of so many machines, rounded up. */
  int roundedUp(int of) {
    return percent ? bounded(((long) of * value + 99) / 100) : value;
  }

  /** Of so many machines, rounded down. */
  int roundedDown(int of) {
    return percent ? bounded((long) of * value / 100) : value;
  }

  private static int bounded(long number) {
    return (int) Math.min(Integer.MAX_VALUE, number);
  }

  @Override
  public String toString() {
    return percent ? value + "%" : Integer.toString(value);
  }
}
