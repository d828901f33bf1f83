package io.weir.sandbox.live.screen;

import java.time.Duration;
import java.time.Instant;

/** Times as kubectl writes them. */
final class AgeFormat {
  private AgeFormat() {}

  static String between(Instant then, Instant now) {
    Duration age = Duration.between(then, now);
    if (age.isNegative()) {
      return "0s";
    }
    if (age.toMinutes() < 2) {
      return age.toSeconds() + "s";
    }
    if (age.toMinutes() < 10) {
      return age.toMinutes() + "m" + age.toSecondsPart() + "s";
    }
    return age.toHours() < 1
        ? age.toMinutes() + "m"
        : age.toHours() + "h" + age.toMinutesPart() + "m";
  }
}
