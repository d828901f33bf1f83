package io.weir.api;

/** What is quoted of a text that anybody may have written, in logs and conditions. */
public final class Excerpt {

  private static final int LENGTH = 100;

  private Excerpt() {}

  /** Its first 100 characters, with a {@code ?} in place of each that does not print. */
  public static String of(String text) {
    String printable = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "?");
    return printable.length() <= LENGTH ? printable : printable.substring(0, LENGTH) + "…";
  }
}
