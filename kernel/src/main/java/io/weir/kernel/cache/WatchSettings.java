package io.weir.kernel.cache;

import io.weir.api.retry.BackOff;
import java.time.Duration;

/**
 * How watches behave.
 *
 * @param namespace the only namespace to look at; empty for all
 * @param page objects a list request returns at most
 * @param patience how long a watch may be silent before it is begun again; the server sends a
 *     bookmark about every minute
 * @param firstPause the pause after a failure, growing with each further one
 * @param longestPause the longest pause
 */
public record WatchSettings(
    String namespace, int page, Duration patience, Duration firstPause, Duration longestPause) {

  /** All namespaces; 500 a page, 150 s of silence, pauses of 0.25 to 30 s. */
  public static WatchSettings defaults() {
    return new WatchSettings(
        "", 500, Duration.ofSeconds(150), Duration.ofMillis(250), Duration.ofSeconds(30));
  }

  /** Half of each pause is random, so that watches do not return in step. */
  BackOff pauses() {
    return BackOff.doubling(firstPause, longestPause).jittered(0.5, 1);
  }

  /** The same for one namespace; empty for all. */
  public WatchSettings in(String only) {
    return new WatchSettings(only, page, patience, firstPause, longestPause);
  }
}
