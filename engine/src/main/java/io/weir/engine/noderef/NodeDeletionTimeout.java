package io.weir.engine.noderef;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How long a pool that is being removed waits for its Nodes to be deleted. A cluster that was not
 * even tried, or a refusal that came just now, has not used any of that time up: it is counted from
 * the last of the moments that it depends on.
 *
 * @param limit empty for ever
 */
public record NodeDeletionTimeout(Optional<Duration> limit) {

  private static final Duration USUAL = Duration.ofSeconds(10);

  /** What a restart of an API server takes, with whatever stands before it. */
  private static final Duration OUTAGE = Duration.ofMinutes(1);

  /**
   * The patience that a pool asks for.
   *
   * @param seconds {@code deletion.nodeDeletionTimeoutSeconds}: 0 is for ever, empty the default
   */
  public static NodeDeletionTimeout of(Optional<Integer> seconds) {
    Duration given = seconds.map(Duration::ofSeconds).orElse(USUAL);
    return new NodeDeletionTimeout(given.isZero() ? Optional.empty() : Optional.of(given));
  }

  /**
   * When it is over; empty for never.
   *
   * @param moments when the pool was deleted, and since when its Nodes can't be deleted
   */
  public Optional<Instant> deadline(List<Instant> moments) {
    Instant since = moments.stream().max(Instant::compareTo).orElse(Instant.EPOCH);
    return limit.map(since::plus);
  }

  /**
   * When it is over with a cluster that does not answer; empty for never. The usual seconds are
   * fewer than an API server takes to come back, so with these an outage may last a minute.
   *
   * @param deleted when the pool was deleted
   * @param silent since when the cluster does not answer
   */
  public Optional<Instant> outageDeadline(Instant deleted, Instant silent) {
    Instant restarted = outlasts() ? silent.plus(OUTAGE) : Instant.EPOCH;
    return deadline(List.of(deleted, silent)).map(end -> end.isAfter(restarted) ? end : restarted);
  }

  private boolean outlasts() {
    return limit.filter(USUAL::equals).isPresent();
  }

  /** How long it lasts, for people. */
  public String description() {
    return description(limit);
  }

  /** How long it lasts with a cluster that does not answer, for people. */
  public String outageDescription() {
    return outlasts()
        ? "Weir gives up on them when the cluster has not answered for %d s"
            .formatted(OUTAGE.toSeconds())
        : description(limit);
  }

  private static String description(Optional<Duration> limit) {
    return limit
        .map(most -> "Weir gives up on them after %d s".formatted(most.toSeconds()))
        .orElse("Weir waits for them indefinitely")
        .concat(", as spec.template.spec.deletion.nodeDeletionTimeoutSeconds says");
  }
}
