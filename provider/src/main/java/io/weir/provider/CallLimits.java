package io.weir.provider;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many requests a cloud bears, as it documents that. What it bears at the moment may be less:
 * each throttled request halves the rate, and it recovers with those that are answered; and where
 * an answer says how many are left, no more are sent.
 */
public interface CallLimits {

  /** Requests of one action in one account and region. */
  RateLimit ofAccount(String api);

  /** Those for one object; empty if the cloud does not count them so. By default it does not. */
  default Optional<RateLimit> ofObject(String api) {
    return Optional.empty();
  }

  /**
   * Everything that a request of this action is counted by; it is sent once it fits all. By default
   * {@link #ofAccount} and {@link #ofObject}, of this action alone.
   */
  default List<CallCounter> counters(String api) {
    return Stream.concat(
            ofObject(api).map(limit -> new CallCounter(api, true, limit)).stream(),
            Stream.of(new CallCounter(api, false, ofAccount(api))))
        .toList();
  }

  /** For a cloud that documents nothing: what most bear. */
  CallLimits DEFAULT = _ -> new RateLimit(200, 20);

  /**
   * A count that a cloud keeps.
   *
   * @param name the same for all actions that are counted together
   * @param ofObject whether it is kept for each object, else for the account
   */
  record CallCounter(String name, boolean ofObject, RateLimit limit) {}

  /**
   * How much at once and how much per second.
   *
   * @param burst requests that may be sent at once; at least 1
   * @param perSecond requests per second over time; positive
   */
  record RateLimit(double burst, double perSecond) {
    public RateLimit {
      if (burst < 1 || !(perSecond > 0)) {
        throw new IllegalArgumentException(
            "no limit: %s at once, %s a second".formatted(burst, perSecond));
      }
    }

    /** So many a minute, the same number at once. */
    public static RateLimit perMinute(double requests) {
      return new RateLimit(requests, requests / 60);
    }
  }
}
