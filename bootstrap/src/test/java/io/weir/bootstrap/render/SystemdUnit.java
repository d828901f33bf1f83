package io.weir.bootstrap.render;

import java.util.LinkedHashMap;
import java.util.Map;

/** A unit as systemd reads it, as far as mount units need it. */
public record SystemdUnit(Map<String, String> values) {

  /** Keys are {@code section.key}; one that occurs twice is an error. */
  public static SystemdUnit read(String text) {
    var values = new LinkedHashMap<String, String>();
    String section = "";
    // A backslash at the end of a line joins the next one.
    for (String line : text.replace("\\\n", " ").split("\n", -1)) {
      String read = trimmed(line);
      if (read.startsWith("[") && read.endsWith("]")) {
        section = read.substring(1, read.length() - 1);
      } else if (!read.isEmpty() && !read.startsWith("#") && !read.startsWith(";")) {
        int equals = read.indexOf('=');
        String key = section + "." + trimmed(read.substring(0, equals));
        String value = trimmed(read.substring(equals + 1));
        if (values.put(key, value) != null) {
          throw new AssertionError(key + " occurs twice");
        }
      }
    }
    return new SystemdUnit(values);
  }

  /** A value with its specifiers filled in, of which only the percent sign itself may occur. */
  public String value(String key) {
    String value = values.get(key);
    if (value.replace("%%", "").contains("%")) {
      throw new AssertionError(key + " has a specifier: " + value);
    }
    return value.replace("%%", "%");
  }

  private static String trimmed(String text) {
    return text.replaceAll("\\A[ \t\r]+|[ \t\r]+\\z", "");
  }
}
