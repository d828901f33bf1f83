package io.weir.clouds.node.kubeadm;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in Go's notation, such as {@code 1h0m30s}; whole numbers only. */
final class GoDuration {
  private static final Pattern PART = Pattern.compile("([0-9]{1,9})(h|ms|m|s)");

  private GoDuration() {}

  static Duration parse(String text) throws JoinException {
    Matcher part = PART.matcher(text);
    Duration sum = Duration.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      long amount = Long.parseLong(part.group(1));
      sum =
          sum.plus(
              switch (part.group(2)) {
                case "h" -> Duration.ofHours(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "ms" -> Duration.ofMillis(amount);
                default -> Duration.ofSeconds(amount);
              });
      end = part.end();
    }
    if (end == 0 || end != text.length()) {
      throw new JoinException(
          JoinFailure.CONFIGURATION, "\"" + text + "\" is not a duration that is supported");
    }
    return sum;
  }
}
