package io.weir.bench;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * How long something took that happened often.
 *
 * @param count how often
 * @param median half of them took no longer
 * @param p99 of a hundred, one took longer
 * @param longest none took longer
 */
record Percentiles(int count, Duration median, Duration p99, Duration longest) {

  /** Of these; zero if there are none. */
  static Percentiles of(Collection<Duration> durations) {
    List<Duration> sorted = durations.stream().sorted().toList();
    return sorted.isEmpty()
        ? new Percentiles(0, Duration.ZERO, Duration.ZERO, Duration.ZERO)
        : new Percentiles(
            sorted.size(), nearest(sorted, 50), nearest(sorted, 99), sorted.getLast());
  }

  private static Duration nearest(List<Duration> sorted, int percent) {
    return sorted.get((sorted.size() * percent + 99) / 100 - 1);
  }
}
