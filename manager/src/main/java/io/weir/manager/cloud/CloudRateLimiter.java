package io.weir.manager.cloud;

import io.weir.engine.ratelimit.TokenBucket;
import io.weir.provider.CallGate;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException.Throttled;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Token buckets per scope and API, shared by all clusters, and the count of calls. A throttle
 * answer halves a bucket's rate; it recovers as calls succeed. Whoever may write pools makes scopes
 * up: what was not used for an hour is forgotten.
 */
public final class CloudRateLimiter implements CallGate {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** No scope in use is silent for so long, and no cloud throttles for it. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

  private static final Duration BETWEEN_EVICTIONS = Duration.ofMinutes(10);

  private final Clock clock;
  private final TokenBucket.RateLimit limit;
  private final Map<Key, TokenBucket> buckets = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();
  private Instant nextEviction = Instant.MIN;

  private record Key(CloudScope scope, String api) {}

  /**
   * Nothing called yet.
   *
   * @param clock one that never goes back: tokens come with its time
   */
  public CloudRateLimiter(Clock clock, TokenBucket.RateLimit rateLimit) {
    this.clock = clock;
    this.limit = rateLimit;
  }

  @Override
  public void beforeCall(CloudScope cloudScope, String api) throws Throttled {
    TokenBucket tokenBucket = bucket(cloudScope, api);
    Duration wait = tokenBucket.take(clock.instant(), PATIENCE);
    if (wait.compareTo(PATIENCE) > 0) {
      throw new Throttled(
          "the budget for %s in %s is used up".formatted(api, cloudScope.region()), wait, null);
    }
    pause(wait, api);
    calls.computeIfAbsent(api, _ -> new LongAdder()).increment();
  }

  private static void pause(Duration wait, String api) throws Throttled {
    if (!wait.isPositive()) {
      return;
    }
    try {
      Thread.sleep(wait);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Throttled("interrupted while waiting to call " + api, Duration.ZERO, interrupted);
    }
  }

  @Override
  public void afterCall(CloudScope cloudScope, String api, CallOutcome callOutcome) {
    switch (callOutcome) {
      case THROTTLED -> bucket(cloudScope, api).halveRate();
      case OK -> bucket(cloudScope, api).raiseRate();
      case FAILED -> {}
    }
  }

  /** Calls sent so far, by the cloud's name of the action. */
  public Map<String, Long> callCounts() {
    var counted = new TreeMap<String, Long>();
    calls.forEach((api, count) -> counted.put(api, count.sum()));
    return counted;
  }

  /** How many buckets there are. */
  int bucketCount() {
    return buckets.size();
  }

  private TokenBucket bucket(CloudScope cloudScope, String api) {
    var key = new Key(cloudScope.withoutParent(), api);
    TokenBucket known = buckets.get(key);
    if (known != null) {
      return known;
    }
    Instant now = clock.instant();
    evict(now);
    return buckets.computeIfAbsent(key, _ -> new TokenBucket(limit, now));
  }

  /**
   * Forgets full buckets that nobody has used for long. Only new ones make it necessary, so that
   * calls in scopes that are known do not pay for it. A call that has just got such a bucket is not
   * counted in the next, which is one call too many.
   */
  private synchronized void evict(Instant now) {
    if (now.isBefore(nextEviction)) {
      return;
    }
    nextEviction = now.plus(BETWEEN_EVICTIONS);
    buckets.values().removeIf(bucket -> bucket.isForgettable(now, FORGOTTEN_AFTER));
  }
}
