package io.weir.api;

import java.util.regex.Pattern;

/** What is quoted of a text that anybody may have written, in logs and conditions. */
public final class Excerpt {

  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}]");
  private static final int LENGTH = 100;
  private static final int SENTENCE_LENGTH = 500;

  private Excerpt() {}

  /** Its first 100 characters, with a {@code ?} in place of each that does not print. */
  public static String of(String text) {
    return first(LENGTH, text);
  }

  /** The same of up to 500 characters, for what a server says of a failure. */
  public static String ofSentence(String text) {
    return first(SENTENCE_LENGTH, text);
  }

  private static String first(int length, String text) {
    if (text.length() <= length) {
      return printable(text);
    }
    // A pair of surrogates that is cut in two is no text any more.
    int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
    return printable(text.substring(0, end)) + "…";
  }

  /**
   * All of it, with a {@code ?} in place of each character that does not print, that a terminal
   * would obey, or that turns the direction of reading.
   */
  public static String printable(String text) {
    return UNPRINTABLE.matcher(text).replaceAll("?");
  }
}
