package io.weir.clouds.site;

import io.weir.clouds.CloudClock;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.Journal;
import java.time.Instant;

/**
 * What all sites of one simulated cloud share.
 *
 * @param clock who waits for it
 * @param faults what shall go wrong
 * @param journal what it was asked and did
 * @param events where instances report
 */
public record CloudContext(
    CloudClock clock, FaultInjector faults, Journal journal, InstanceEventDispatcher events) {

  /** That of a new cloud. */
  public static CloudContext withClock(CloudClock clock) {
    return new CloudContext(
        clock, new FaultInjector(), new Journal(), new InstanceEventDispatcher());
  }

  /** One in which time stands still, nothing goes wrong, and of which nobody hears. */
  static CloudContext standingStill(Instant at) {
    return withClock(CloudClock.manual(at));
  }
}
