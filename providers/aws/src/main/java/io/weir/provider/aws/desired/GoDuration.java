package io.weir.provider.aws.desired;

import io.weir.provider.Unready;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Kubernetes objects carry them: {@code 1m30s}, {@code 5m0s}, {@code 2h}. */
public final class GoDuration {

  private static final Pattern PART =
      Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
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
   * Whole seconds of a duration.
   *
   * @param text absent, empty or zero for the default
   * @throws Unready if it is no duration, naming the field
   */
  static int seconds(String field, @Nullable String text, int otherwise) throws Unready {
    if (text == null || text.isEmpty()) {
      return otherwise;
    }
    BigDecimal sum =
        parse(text)
            .filter(given -> given.signum() >= 0)
            .orElseThrow(
                () ->
                    Unready.mistake(
                        Reasons.INVALID,
                        field + " is " + text + "; write a duration such as 5m0s"));
    int seconds = sum.setScale(0, RoundingMode.DOWN).intValue();
    return seconds == 0 ? otherwise : seconds;
  }

  /** Seconds of a duration, which may be negative; absent if the text is none. */
  public static Optional<BigDecimal> parse(String text) {
    if (text.length() > LONGEST || !WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    var sum = BigDecimal.ZERO;
    for (var parts = PART.matcher(text); parts.find(); ) {
      sum = sum.add(new BigDecimal(parts.group(1)).multiply(SECONDS.get(parts.group(2))));
    }
    return Optional.of(text.startsWith("-") ? sum.negate() : sum);
  }
}
