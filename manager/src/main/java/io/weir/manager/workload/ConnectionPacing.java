package io.weir.manager.workload;

import io.weir.api.retry.Backoff;
import java.time.Duration;

/**
 * How soon something is done about the connection to a workload cluster.
 *
 * @param initialBackoff before a failed connection is tried again; doubled each time
 * @param maxBackoff the longest such pause
 * @param checkInterval how often the watches are asked, in memory, whether they work
 * @param gracePeriod how long a watch may be down, or the kubeconfig's Secret away, before the
 *     cluster counts as unreachable: a restart of its API server is no news
 * @param silenceTimeout how long a watch may be silent before it is begun again
 */
public record ConnectionPacing(
    Duration initialBackoff,
    Duration maxBackoff,
    Duration checkInterval,
    Duration gracePeriod,
    Duration silenceTimeout) {

  /** Pauses of 1 to 30 s, a look each second, 10 s of grace, 90 s of patience. */
  public static final ConnectionPacing DEFAULT =
      new ConnectionPacing(
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(90));

  Backoff pauses() {
    return Backoff.doubling(initialBackoff, maxBackoff);
  }

  /** After a cluster had more than there is memory for. */
  Backoff pausesWithoutRoom() {
    return Backoff.doubling(initialBackoff, maxBackoff.multipliedBy(10));
  }
}
