package io.weir.clouds.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Names and values as forms and queries have them: {@code a=1&b=2}, percent-encoded. */
public final class FormFields {
  private FormFields() {}

  /** The fields, each the first of its name; one without a value is empty. */
  public static Map<String, String> parse(String text) {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.putIfAbsent(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      } else if (equals < 0 && !pair.isEmpty()) {
        fields.putIfAbsent(decode(pair), "");
      }
    }
    return fields;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
