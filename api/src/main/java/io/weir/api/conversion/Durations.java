package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time: text as Go writes it, such as {@code 1h0m5s}, in the older version; whole
 * seconds in the stored one.
 */
final class Durations {

  private static final Pattern PART =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("[+-]?(" + PART.pattern() + ")+");
  private static final Map<String, BigDecimal> SECONDS =
      Map.of(
          "ns", new BigDecimal("1e-9"),
          "us", new BigDecimal("1e-6"),
          "µs", new BigDecimal("1e-6"),
          "μs", new BigDecimal("1e-6"),
          "ms", new BigDecimal("1e-3"),
          "s", BigDecimal.ONE,
          "m", BigDecimal.valueOf(60),
          "h", BigDecimal.valueOf(3600));

  private Durations() {}

  /** Moves a duration into a field of seconds, if it is there. */
  static void toSeconds(ObjectNode from, String name, ObjectNode to, String as) {
    JsonNode text = from.remove(name);
    if (text != null && !text.isNull()) {
      to.put(as, seconds(text.asText(), name));
    }
  }

  /** Moves seconds into a field with a duration, if they are there. */
  static void fromSeconds(ObjectNode from, String name, ObjectNode to, String as) {
    JsonNode seconds = from.remove(name);
    if (seconds != null && !seconds.isNull()) {
      to.put(as, text(seconds.asLong()));
    }
  }

  /** Whole seconds, cut toward zero and at the largest that the stored version can hold. */
  static int seconds(String text, String field) {
    if (text.equals("0")) {
      return 0;
    }
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is no duration; write it like 90s, 5m or 1h30m".formatted(field, text));
    }
    BigDecimal sum = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      sum = sum.add(new BigDecimal(part.group(1)).multiply(SECONDS.get(part.group(2))));
    }
    int seconds = sum.min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
    return text.startsWith("-") ? -seconds : seconds;
  }

  /** The duration as Go writes it: {@code 1h0m0s}, {@code 1m5s}, {@code 0s}. */
  static String text(long seconds) {
    long all = Math.abs(seconds);
    String sign = seconds < 0 ? "-" : "";
    String rest = all % 60 + "s";
    if (all < 60) {
      return sign + rest;
    }
    String minutes = all / 60 % 60 + "m" + rest;
    return sign + (all < 3600 ? minutes : all / 3600 + "h" + minutes);
  }
}
