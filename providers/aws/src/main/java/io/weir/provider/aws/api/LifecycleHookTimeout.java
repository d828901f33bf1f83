package io.weir.provider.aws.api;

import io.weir.api.GoDuration;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long AWS waits for a lifecycle hook, for admission and for what is sent alike. Cluster API's
 * provider takes up to two days; AWS documents two hours (<a
 * href="https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutLifecycleHook.html">PutLifecycleHook</a>),
 * so that it may refuse a longer one.
 */
public final class LifecycleHookTimeout {

  /** What AWS takes for a hook that names none, in seconds. */
  private static final int DEFAULT = 3_600;

  private static final BigDecimal SHORTEST = BigDecimal.valueOf(30);
  private static final BigDecimal LONGEST = BigDecimal.valueOf(172_800);
  private static final int LONGEST_DOCUMENTED = 7_200;

  /** The bounds, for messages. */
  public static final String BOUNDS = "must be a duration between 30s and 48h0m0s";

  private LifecycleHookTimeout() {}

  /**
   * Whole seconds of a heartbeatTimeout; those of AWS's default where it is absent, empty or zero.
   *
   * @return empty if it is no duration, or outside of {@link #BOUNDS}
   */
  public static Optional<Integer> seconds(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Optional.of(DEFAULT);
    }
    return GoDuration.parseSeconds(text)
        .filter(given -> given.signum() == 0 || isWithinBounds(given))
        .map(given -> given.signum() == 0 ? DEFAULT : given.intValue());
  }

  /** Whether AWS documents that it takes so many seconds. */
  public static boolean isDocumented(int seconds) {
    return seconds <= LONGEST_DOCUMENTED;
  }

  private static boolean isWithinBounds(BigDecimal seconds) {
    return seconds.compareTo(SHORTEST) >= 0 && seconds.compareTo(LONGEST) <= 0;
  }
}
