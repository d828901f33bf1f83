package io.weir.kernel.cache;

import io.weir.api.retry.Backoff;
import java.time.Duration;

/**
 * How watches behave.
 *
 * @param namespace the only namespace to look at; empty for all
 * @param pageSize objects a list request returns at most
 * @param silenceTimeout how long a watch may be silent before it is begun again; the server sends a
 *     bookmark about every minute
 * @param initialBackoff the pause after a failure, growing with each further one
 * @param maxBackoff the longest pause
 * @param limits what the objects may take of this process
 */
public record WatchSettings(
    String namespace,
    int pageSize,
    Duration silenceTimeout,
    Duration initialBackoff,
    Duration maxBackoff,
    CacheLimits limits) {

  /** Of an API server that is trusted. */
  public WatchSettings(
      String namespace,
      int pageSize,
      Duration silenceTimeout,
      Duration initialBackoff,
      Duration maxBackoff) {
    this(namespace, pageSize, silenceTimeout, initialBackoff, maxBackoff, CacheLimits.TRUSTED);
  }

  /** All namespaces; 500 a page, 90 s of silence, pauses of 0.25 to 30 s. */
  public static WatchSettings defaults() {
    return new WatchSettings(
        "", 500, Duration.ofSeconds(90), Duration.ofMillis(250), Duration.ofSeconds(30));
  }

  /** Half of each pause is random, so that watches do not return in step. */
  Backoff pauses() {
    return Backoff.doubling(initialBackoff, maxBackoff).jittered(0.5, 1);
  }

  /** The same for one namespace; empty for all. */
  public WatchSettings inNamespace(String only) {
    return new WatchSettings(only, pageSize, silenceTimeout, initialBackoff, maxBackoff, limits);
  }

  /** The same within limits. */
  public WatchSettings within(CacheLimits others) {
    return new WatchSettings(
        namespace, pageSize, silenceTimeout, initialBackoff, maxBackoff, others);
  }
}
