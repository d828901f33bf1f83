package io.weir.engine.ratelimit;

import java.time.Duration;
import java.time.Instant;

/** A token bucket whose rate follows what the cloud bears. */
public final class TokenBucket {

  private static final double SLOWEST = 0.5;

  private final RateLimit limit;
  private double rate;
  private double tokens;
  private Instant filled;

  /**
   * How much at once and how much per second.
   *
   * @param burst calls that may be made at once
   * @param perSecond calls per second over time
   */
  public record RateLimit(double burst, double perSecond) {
    /** What EC2 grants mutating calls in its older tables, and no more than most APIs bear. */
    public static final RateLimit DEFAULT = new RateLimit(200, 20);
  }

  /** A full one. */
  public TokenBucket(RateLimit rateLimit, Instant now) {
    this.limit = rateLimit;
    this.rate = rateLimit.perSecond();
    this.tokens = rateLimit.burst();
    this.filled = now;
  }

  /**
   * Takes a token, if need be one of the future.
   *
   * @return how long to wait until the token is there; longer than {@code patience} if none was
   *     taken
   */
  public synchronized Duration take(Instant now, Duration patience) {
    double seconds = Duration.between(filled, now).toNanos() / 1e9;
    if (seconds > 0) {
      tokens = Math.min(limit.burst(), tokens + seconds * rate);
      filled = now;
    }
    Duration wait = Duration.ofNanos((long) (Math.max(0, 1 - tokens) / rate * 1e9));
    if (wait.compareTo(patience) <= 0) {
      tokens -= 1;
    }
    return wait;
  }

  /**
   * Whether nobody has asked it for so long, and it is full again: a new one differs only in what
   * the cloud bore then.
   */
  public synchronized boolean isForgettable(Instant now, Duration unused) {
    Duration since = Duration.between(filled, now);
    return since.compareTo(unused) >= 0 && tokens + since.toNanos() / 1e9 * rate >= limit.burst();
  }

  /** The cloud has throttled a call. */
  public synchronized void halveRate() {
    rate = Math.max(SLOWEST, rate / 2);
    tokens = Math.min(tokens, rate);
  }

  /** The cloud has answered a call. */
  public synchronized void raiseRate() {
    rate = Math.min(limit.perSecond(), rate * 1.02);
  }
}
