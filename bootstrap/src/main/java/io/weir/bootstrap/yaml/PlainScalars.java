package io.weir.bootstrap.yaml;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells which text needs no quotes. Narrower than YAML allows, on purpose: text that begins with a
 * letter or a slash is never a number, a date or a merge key, which leaves the words below.
 */
final class PlainScalars {

  /** What YAML 1.1 readers take for a Boolean or null, the one-letter words included. */
  private static final Set<String> WORDS =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

  private static final String SIGNS = "_./=@+,;&>|()$*~%<!?^-";

  /** With more than one dot it is no number in any reader. */
  private static final Pattern IPV4 =
      Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5}|/\\d{1,2})?");

  static boolean isSafe(String text) {
    if (text.isEmpty() || WORDS.contains(text.toLowerCase(Locale.ROOT))) {
      return false;
    }
    return isWordy(text) || IPV4.matcher(text).matches();
  }

  private static boolean isWordy(String text) {
    char first = text.charAt(0);
    if (!isLetter(first) && first != '/') {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      if (!isHarmless(text, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHarmless(String text, int index) {
    char c = text.charAt(index);
    if (c == ':' || c == ' ') {
      // A colon before a blank would end a key, a blank before a hash begin a comment.
      char stop = c == ':' ? ' ' : '#';
      return index + 1 < text.length() && text.charAt(index + 1) != stop;
    }
    return isLetter(c) || (c >= '0' && c <= '9') || SIGNS.indexOf(c) >= 0;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private PlainScalars() {}
}
