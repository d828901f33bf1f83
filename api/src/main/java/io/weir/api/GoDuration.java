package io.weir.api;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Lengths of time as Go writes them and Kubernetes objects carry them: {@code 1m30s}, {@code 5m0s},
 * {@code 1.5h}.
 *
 * @see <a href="https://pkg.go.dev/time#ParseDuration">ParseDuration</a>
 */
public final class GoDuration {

  private static final Pattern PART =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("[+-]?(" + PART + ")+|[+-]?0");
  private static final Map<String, BigDecimal> SECONDS =
      Map.of(
          "h", BigDecimal.valueOf(3600),
          "m", BigDecimal.valueOf(60),
          "s", BigDecimal.ONE,
          "ms", new BigDecimal("1e-3"),
          "us", new BigDecimal("1e-6"),
          "µs", new BigDecimal("1e-6"),
          "μs", new BigDecimal("1e-6"),
          "ns", new BigDecimal("1e-9"));

  /** More than any duration that somebody writes, and little enough to match at once. */
  private static final int LONGEST = 100;

  private GoDuration() {}

  /**
   * Its seconds, exactly; they may be negative.
   *
   * @return empty if the text is no duration, or longer than 100 characters
   */
  public static Optional<BigDecimal> parseSeconds(String text) {
    if (text.length() > LONGEST || !WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    var sum = BigDecimal.ZERO;
    for (var parts = PART.matcher(text); parts.find(); ) {
      sum = sum.add(new BigDecimal(parts.group(1)).multiply(SECONDS.get(parts.group(2))));
    }
    return Optional.of(text.startsWith("-") ? sum.negate() : sum);
  }

  /** So many seconds as Go writes them: {@code 1h0m0s}, {@code 1m5s}, {@code 0s}. */
  public static String format(long seconds) {
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
