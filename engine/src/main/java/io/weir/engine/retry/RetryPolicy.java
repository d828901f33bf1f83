package io.weir.engine.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses that grow from one attempt to the next, with jitter, so that many who failed together do
 * not come back together.
 *
 * @param first pause after the first failure
 * @param most longest pause
 */
public record RetryPolicy(Duration first, Duration most) {

  /** For what heals by itself: the API server, the network, the cloud's own trouble. */
  public static final RetryPolicy TRANSIENT =
      new RetryPolicy(Duration.ofSeconds(1), Duration.ofMinutes(2));

  /** For what people must mend: rights, quotas, a wrong subnet. Never given up. */
  public static final RetryPolicy HUMAN =
      new RetryPolicy(Duration.ofMinutes(1), Duration.ofMinutes(5));

  /**
   * The pause before the next attempt, between 80 and 120 percent of the nominal one.
   *
   * @param failures how many attempts failed in a row, at least 1
   */
  public Duration after(int failures, RandomGenerator random) {
    double nominal = (double) first.toMillis() * Math.pow(2, Math.min(failures - 1, 30));
    double bounded = Math.min(nominal, (double) most.toMillis());
    return Duration.ofMillis(Math.round(bounded * (0.8 + 0.4 * random.nextDouble())));
  }
}
