package io.weir.engine.ratelimit;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a scope is looked at.
 *
 * @param soon first look after a write
 * @param busy longest pause between looks at a pool that moves
 * @param idle pause between looks at everything while all is still
 */
public record ObservationIntervals(Duration soon, Duration busy, Duration idle) {

  public ObservationIntervals {
    if (!soon.isPositive() || busy.compareTo(soon) < 0 || idle.compareTo(busy) < 0) {
      throw new IllegalArgumentException(
          "0 < --observe-soon <= --observe-busy <= --observe-idle must hold: %s, %s, %s"
              .formatted(soon, busy, idle));
    }
  }

  /** Soon after 2 s, busy up to 20 s, idle each minute. */
  public static final ObservationIntervals DEFAULT =
      new ObservationIntervals(
          Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofMinutes(1));

  /**
   * The least pause between two looks, so that pools that come one by one are looked at together.
   */
  public Duration minInterval() {
    return soon.dividedBy(2);
  }

  /** How long a look by name may lack what a process before this one has just created: 5 s. */
  public Duration settling() {
    return soon.multipliedBy(5).dividedBy(2);
  }

  /** The pause before the n-th look at a moving pool, counted from 0. */
  public Duration beforeObservation(int looks) {
    double factor = Math.pow(1.6, Math.min(looks, 20));
    return Duration.ofMillis(
        Math.min(Math.round((double) soon.toMillis() * factor), busy.toMillis()));
  }

  /** The pause before the next look at everything, jittered by a tenth. */
  public Duration beforeFullObservation(RandomGenerator random) {
    return Duration.ofMillis(
        Math.round((double) idle.toMillis() * (0.9 + 0.2 * random.nextDouble())));
  }
}
