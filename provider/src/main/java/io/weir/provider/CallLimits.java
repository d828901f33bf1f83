package io.weir.provider;

import java.util.Optional;

/**
 * How many requests a cloud bears, as it documents that. What it bears at the moment may be less:
 * each throttled request halves the rate, and it recovers with those that are answered.
 */
public interface CallLimits {

  /** Requests of one action in one account and region. */
  RateLimit ofAccount(String api);

  /** Those for one object; empty if the cloud does not count them so. By default it does not. */
  default Optional<RateLimit> ofObject(String api) {
    return Optional.empty();
  }

  /** For a cloud that documents nothing: what most bear. */
  CallLimits DEFAULT = _ -> new RateLimit(200, 20);

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
