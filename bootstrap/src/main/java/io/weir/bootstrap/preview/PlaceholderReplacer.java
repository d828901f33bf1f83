package io.weir.bootstrap.preview;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts words in the place of values. */
final class PlaceholderReplacer {

  private final Map<String, String> words = new LinkedHashMap<>();

  void add(String value, String word) {
    words.put(value, word);
  }

  String replace(String text) {
    String filled = text;
    for (var word : words.entrySet()) {
      filled = filled.replace(word.getKey(), word.getValue());
    }
    return filled;
  }

  /** The same where values stand in data URLs. */
  String replaceEncoded(String text) {
    String filled = text;
    for (var word : words.entrySet()) {
      filled = filled.replace(encoded(word.getKey()), encoded(word.getValue()));
    }
    return filled;
  }

  /** As in the contents of Ignition's files. */
  private static String encoded(String text) {
    var out = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      boolean plain = (c < 0x80 && Character.isLetterOrDigit(c)) || "-_.!~*'()".indexOf(c) >= 0;
      out.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return out.toString();
  }
}
