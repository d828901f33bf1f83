package io.weir.provider.aws.desired;

import io.weir.provider.Unready;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Kubernetes objects carry them: {@code 1m30s}, {@code 5m0s}, {@code 2h}. */
final class GoDuration {

  private static final Pattern WHOLE = Pattern.compile("(\\d+(\\.\\d+)?(ms|h|m|s))+|0");
  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|h|m|s)");
  private static final Map<String, BigDecimal> SECONDS =
      Map.of(
          "h",
          BigDecimal.valueOf(3600),
          "m",
          BigDecimal.valueOf(60),
          "s",
          BigDecimal.ONE,
          "ms",
          new BigDecimal("0.001"));

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
    if (!WHOLE.matcher(text).matches()) {
      throw Unready.mistake(
          Reasons.INVALID, field + " is " + text + "; write a duration such as 5m0s");
    }
    var sum = BigDecimal.ZERO;
    for (var parts = PART.matcher(text); parts.find(); ) {
      sum = sum.add(new BigDecimal(parts.group(1)).multiply(SECONDS.get(parts.group(2))));
    }
    int seconds = sum.setScale(0, RoundingMode.DOWN).intValue();
    return seconds == 0 ? otherwise : seconds;
  }
}
