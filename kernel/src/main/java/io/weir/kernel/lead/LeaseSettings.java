package io.weir.kernel.lead;

import io.weir.api.ObjectKey;
import java.time.Duration;

/**
 * How leadership is held.
 *
 * @param lease the Lease that stands for it
 * @param identity this process among all; unique, also after a restart
 * @param duration how long others wait after they last saw the lease renewed
 * @param deadline how long this process works on without a renewal; shorter than the duration
 * @param retry time between two looks at the lease, and two renewals
 */
public record LeaseSettings(
    ObjectKey lease, String identity, Duration duration, Duration deadline, Duration retry) {

  public LeaseSettings {
    if (deadline.compareTo(duration) >= 0 || retry.compareTo(deadline) >= 0) {
      throw new IllegalArgumentException(
          "retry < deadline < duration must hold: %s, %s, %s".formatted(retry, deadline, duration));
    }
  }

  /** 15 s, 10 s and 2 s, as other controllers of Cluster API. */
  public static LeaseSettings standard(ObjectKey lease, String identity) {
    return new LeaseSettings(
        lease, identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }
}
