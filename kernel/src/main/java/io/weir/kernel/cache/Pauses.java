package io.weir.kernel.cache;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that grow from failure to failure, with jitter so that watches do not return in step. */
final class Pauses {

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private int failures;

  Pauses(Duration first, Duration longest, RandomGenerator random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
  }

  /** The pause after one more failure: half of it fixed, half of it random. */
  Duration next() {
    long full = Math.min(longest.toMillis(), first.toMillis() << Math.min(failures, 20));
    failures++;
    return Duration.ofMillis(full / 2 + random.nextLong(full / 2 + 1));
  }

  /** Failures since the last success. */
  int failures() {
    return failures;
  }

  void success() {
    failures = 0;
  }
}
