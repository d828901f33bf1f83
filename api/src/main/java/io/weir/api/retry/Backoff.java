package io.weir.api.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses that grow from one failure to the next, up to a longest one that repeats without an end.
 *
 * @param first nominal pause after the first failure
 * @param longest nominal pause that is never exceeded
 * @param factor by which each nominal pause is longer than the one before
 * @param jitter how a pause deviates from the nominal one
 */
public record Backoff(Duration first, Duration longest, double factor, Jitter jitter) {

  /** For what heals by itself: the network, the cloud's own trouble. */
  public static final Backoff TRANSIENT =
      doubling(Duration.ofSeconds(1), Duration.ofMinutes(2)).jittered(0.8, 1.2);

  /** For what people must mend: rights, quotas, a wrong subnet. Never given up. */
  public static final Backoff HUMAN =
      doubling(Duration.ofMinutes(1), Duration.ofMinutes(5)).jittered(0.8, 1.2);

  /**
   * The part of the nominal pause that is waited, drawn evenly between two bounds, so that many who
   * failed together do not come back together.
   *
   * @param least smallest part, above 0
   * @param most largest part
   */
  public record Jitter(double least, double most) {

    /** Every pause is the nominal one. */
    public static final Jitter NONE = new Jitter(1, 1);

    public Jitter {
      if (least <= 0 || most < least) {
        throw new IllegalArgumentException("no range of jitter: %s to %s".formatted(least, most));
      }
    }

    private double draw(RandomGenerator random) {
      return least + (most - least) * random.nextDouble();
    }
  }

  public Backoff {
    if (!first.isPositive() || longest.compareTo(first) < 0 || factor < 1) {
      throw new IllegalArgumentException(
          "pauses must be positive and grow: from %s to %s by %s"
              .formatted(first, longest, factor));
    }
  }

  /** Pauses that double, without jitter. */
  public static Backoff doubling(Duration first, Duration longest) {
    return new Backoff(first, longest, 2, Jitter.NONE);
  }

  /** The same, each pause between these parts of the nominal one. */
  public Backoff jittered(double least, double most) {
    return new Backoff(first, longest, factor, new Jitter(least, most));
  }

  /**
   * The pause before the next attempt.
   *
   * @param failures how many attempts failed in a row, at least 1
   */
  public Duration pause(int failures, RandomGenerator random) {
    return Duration.ofNanos(Math.round((double) nominal(failures).toNanos() * jitter.draw(random)));
  }

  /**
   * The same without jitter.
   *
   * @param failures how many attempts failed in a row, at least 1
   */
  public Duration nominal(int failures) {
    double grown = (double) first.toNanos() * Math.pow(factor, failures - 1.0);
    return grown < (double) longest.toNanos() ? Duration.ofNanos(Math.round(grown)) : longest;
  }
}
