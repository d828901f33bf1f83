package io.weir.clouds;

/**
 * Patterns as EC2's filters have them: {@code *} stands for any characters or none, {@code ?} for
 * one character or none.
 */
public final class Glob {
  private Glob() {}

  /** Whether the whole text fits the pattern; upper and lower case differ. */
  public static boolean matches(String pattern, String text) {
    // reached[t]: what was read of the pattern can stand for the first t characters.
    boolean[] reached = new boolean[text.length() + 1];
    reached[0] = true;
    for (int p = 0; p < pattern.length(); p++) {
      reached = step(pattern.charAt(p), text, reached);
    }
    return reached[text.length()];
  }

  private static boolean[] step(char sign, String text, boolean[] before) {
    boolean[] after = new boolean[before.length];
    for (int t = 0; t < before.length; t++) {
      after[t] =
          switch (sign) {
            case '*' -> before[t] || (t > 0 && after[t - 1]);
            case '?' -> before[t] || (t > 0 && before[t - 1]);
            default -> t > 0 && before[t - 1] && text.charAt(t - 1) == sign;
          };
    }
    return after;
  }
}
