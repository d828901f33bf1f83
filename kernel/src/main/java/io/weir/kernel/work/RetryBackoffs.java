package io.weir.kernel.work;

import io.weir.api.retry.Backoff;
import java.time.Duration;

/** Pauses between failed passes of one key. */
public final class RetryBackoffs {

  /** Of every controller that does not say otherwise: 250 ms to 5 min. */
  public static final Backoff DEFAULT = between(Duration.ofMillis(250), Duration.ofMinutes(5));

  /** Of a conflict with another writer, which the next event usually resolves. */
  static final Backoff CONFLICT = between(Duration.ofMillis(100), Duration.ofSeconds(30));

  private RetryBackoffs() {}

  /** Pauses that double from the first to the longest; jitter takes up to a fifth off. */
  public static Backoff between(Duration first, Duration longest) {
    return Backoff.doubling(first, longest).jittered(0.8, 1);
  }
}
