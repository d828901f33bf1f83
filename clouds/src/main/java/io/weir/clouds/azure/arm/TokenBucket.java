package io.weir.clouds.azure.arm;

import java.time.Duration;
import java.time.Instant;

/** Calls that may still be made, refilled as time goes by. Guarded by the lock of its site. */
final class TokenBucket {
  private final double size;
  private final double perSecond;
  private double level;
  private Instant seen;

  TokenBucket(double size, double perSecond, Instant now) {
    this.size = size;
    this.perSecond = perSecond;
    this.level = size;
    this.seen = now;
  }

  /** Whether a call can be made now. */
  boolean hasToken(Instant now) {
    level = Math.min(size, level + Duration.between(seen, now).toMillis() / 1000.0 * perSecond);
    seen = now;
    return level >= 1;
  }

  void take() {
    level -= 1;
  }

  /** How many calls can be made at once. */
  int remaining() {
    return (int) level;
  }

  /** Until when there is none left, from the last look on. */
  Duration untilNext() {
    return Duration.ofMillis((long) Math.ceil((1 - level) / perSecond * 1000));
  }
}
