package io.weir.kernel.work;

import io.weir.api.retry.BackOff;
import java.time.Duration;

/** Pauses between failed passes of one key. */
public final class BackOffs {

  /** Of every controller that does not say otherwise: 250 ms to 5 min. */
  public static final BackOff DEFAULT = between(Duration.ofMillis(250), Duration.ofMinutes(5));

  /** Of a conflict with another writer, which the next event usually resolves. */
  static final BackOff CONFLICT = between(Duration.ofMillis(100), Duration.ofSeconds(30));

  private BackOffs() {}

  /** Pauses that double from the first to the longest; jitter takes up to a fifth off. */
  public static BackOff between(Duration first, Duration longest) {
    return BackOff.doubling(first, longest).jittered(0.8, 1);
  }
}
