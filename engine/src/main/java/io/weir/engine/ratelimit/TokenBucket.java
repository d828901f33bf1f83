package io.weir.engine.ratelimit;

import java.time.Duration;
import java.time.Instant;

/** A token bucket whose rate follows what the cloud bears. */
public final class TokenBucket {

  private static final double SLOWEST = 0.5;

  private final double burst;
  private final double fastest;
  private double rate;
  private double tokens;
  private Instant filled;
  private Instant closedUntil = Instant.MIN;

  /**
   * A full one.
   *
   * @param burst calls that may be made at once
   * @param perSecond calls per second over time
   */
  public TokenBucket(double burst, double perSecond, Instant now) {
    this.burst = burst;
    this.fastest = perSecond;
    this.rate = perSecond;
    this.tokens = burst;
    this.filled = now;
  }

  /**
   * Takes a token, if need be one of the future.
   *
   * @return how long to wait until the token is there; longer than {@code patience} if none was
   *     taken
   */
  public synchronized Duration take(Instant now, Duration patience) {
    fill(now);
    Duration wait = until(1, now);
    if (wait.compareTo(patience) <= 0) {
      tokens -= 1;
    }
    return wait;
  }

  /**
   * How long until half of the burst is there, and at least one token: until then, what can wait
   * would take it from what cannot.
   */
  public synchronized Duration untilHalfFull(Instant now) {
    fill(now);
    return until(Math.max(1, burst / 2), now);
  }

  private void fill(Instant now) {
    double seconds = Duration.between(filled, now).toNanos() / 1e9;
    if (seconds > 0) {
      tokens = Math.min(burst, tokens + seconds * rate);
      filled = now;
    }
  }

  private Duration until(double enough, Instant now) {
    Duration wait = Duration.ofNanos((long) (Math.max(0, enough - tokens) / rate * 1e9));
    return closedUntil.isAfter(now.plus(wait)) ? Duration.between(now, closedUntil) : wait;
  }

  /** Gives back a token that was taken for a call that is not made. */
  public synchronized void putBack() {
    tokens = Math.min(burst, tokens + 1);
  }

  /**
   * Whether nobody has asked it for so long, and it is full again: a new one differs only in what
   * the cloud bore then.
   */
  public synchronized boolean isForgettable(Instant now, Duration unused) {
    Duration since = Duration.between(filled, now);
    return since.compareTo(unused) >= 0 && tokens + since.toNanos() / 1e9 * rate >= burst;
  }

  /**
   * The cloud has throttled a call.
   *
   * @param retryAfter how long it wants none; zero if it does not say
   */
  public synchronized void throttled(Instant now, Duration retryAfter) {
    rate = Math.max(Math.min(SLOWEST, fastest), rate / 2);
    tokens = Math.min(tokens, rate);
    Instant again = now.plus(retryAfter);
    closedUntil = again.isAfter(closedUntil) ? again : closedUntil;
  }

  /**
   * The cloud has said how many more calls it bears at once: others use up the same, so that it may
   * be fewer than are here. More it does not become, as calls that are under way are counted here
   * and not there.
   */
  public synchronized void limitTo(Instant now, int remaining) {
    fill(now);
    tokens = Math.min(tokens, remaining);
  }

  /** The cloud has answered a call. */
  public synchronized void raiseRate() {
    rate = Math.min(fastest, rate * 1.02);
  }
}
