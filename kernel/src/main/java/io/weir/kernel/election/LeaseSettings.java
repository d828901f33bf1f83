package io.weir.kernel.election;

import io.weir.api.ObjectKey;
import java.time.Duration;

/**
 * How leadership is held.
 *
 * @param lease the Lease that stands for it
 * @param identity this process among all; unique, also after a restart
 * @param leaseDuration how long others wait after they last saw the lease renewed
 * @param renewDeadline how long this process works on without a renewal; shorter than the duration
 * @param retryPeriod time between two looks at the lease, and two renewals
 */
public record LeaseSettings(
    ObjectKey lease,
    String identity,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod) {

  public LeaseSettings {
    if (renewDeadline.compareTo(leaseDuration) >= 0 || retryPeriod.compareTo(renewDeadline) >= 0) {
      throw new IllegalArgumentException(
          "retry < deadline < duration must hold: %s, %s, %s"
              .formatted(retryPeriod, renewDeadline, leaseDuration));
    }
  }

  /** 15 s, 10 s and 2 s, as other controllers of Cluster API. */
  public static LeaseSettings defaults(ObjectKey lease, String identity) {
    return new LeaseSettings(
        lease, identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }
}
