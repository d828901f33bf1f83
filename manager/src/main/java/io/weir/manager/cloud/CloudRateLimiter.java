package io.weir.manager.cloud;

import io.weir.engine.ratelimit.TokenBucket;
import io.weir.provider.CallGate;
import io.weir.provider.CallLimits;
import io.weir.provider.CallLimits.CallCounter;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException.Throttled;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Token buckets by account, region and what the cloud counts together, and by object where it
 * counts so, shared by all clusters and kinds; and the number of calls. A throttled request halves
 * the rate of its bucket, and closes it for as long as the cloud asks; the rate recovers as calls
 * succeed. Whoever may write pools makes scopes up: what was not used for an hour is forgotten.
 */
public final class CloudRateLimiter implements CallGate, CallHeadroom {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** No scope in use is silent for so long, and no cloud throttles for it. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

  private static final Duration BETWEEN_EVICTIONS = Duration.ofMinutes(10);

  private final Clock clock;
  private final Map<String, CallLimits> limits;
  private final Map<Key, TokenBucket> buckets = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();
  private Instant nextEviction = Instant.MIN;

  /**
   * What a cloud counts together.
   *
   * @param payer the account; the identity where the account is not known
   * @param counter the name of the count
   * @param object empty for all objects of the account
   */
  private record Key(String cloud, String payer, String region, String counter, String object) {

    static Key of(CloudRequest request, CallCounter counter) {
      CloudScope scope = request.scope();
      String payer = scope.account().isEmpty() ? scope.identity().toString() : scope.account();
      String object = counter.ofObject() ? request.object() : "";
      return new Key(scope.cloud(), payer, scope.region(), counter.name(), object);
    }
  }

  /**
   * Nothing called yet.
   *
   * @param clock one that never goes back: tokens come with its time
   * @param limits by cloud
   */
  public CloudRateLimiter(Clock clock, Map<String, CallLimits> limits) {
    this.clock = clock;
    this.limits = Map.copyOf(limits);
  }

  @Override
  public void beforeCall(CloudRequest cloudRequest) throws Throttled {
    var taken = new ArrayList<TokenBucket>();
    Duration longest = Duration.ZERO;
    try {
      for (TokenBucket bucket : buckets(cloudRequest).values()) {
        Duration wait = take(bucket, cloudRequest);
        taken.add(bucket);
        longest = wait.compareTo(longest) > 0 ? wait : longest;
      }
    } catch (Throttled empty) {
      taken.forEach(TokenBucket::putBack);
      throw empty;
    }
    pause(longest, cloudRequest.api());
    calls.computeIfAbsent(cloudRequest.api(), _ -> new LongAdder()).increment();
  }

  private Duration take(TokenBucket bucket, CloudRequest request) throws Throttled {
    Duration wait = bucket.take(clock.instant(), PATIENCE);
    if (wait.compareTo(PATIENCE) > 0) {
      throw new Throttled(
          "the budget for %s in %s is used up"
              .formatted(request.description(), request.scope().region()),
          wait,
          null);
    }
    return wait;
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
  public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
    switch (callOutcome) {
      case CallOutcome.Throttled(Duration retryAfter, Optional<String> counter) ->
          usedUp(cloudRequest, counter).throttled(clock.instant(), retryAfter);
      case CallOutcome.Ok(Map<String, Integer> remaining) -> {
        Map<CallCounter, TokenBucket> counted = buckets(cloudRequest);
        counted.values().forEach(TokenBucket::raiseRate);
        counted.forEach(
            (counter, bucket) -> {
              Integer left = remaining.get(counter.name());
              if (left != null) {
                bucket.limitTo(clock.instant(), left);
              }
            });
      }
      case CallOutcome.Failed _ -> {}
    }
  }

  /** Which count was one too high: the one that the cloud names, else the narrowest. */
  private TokenBucket usedUp(CloudRequest request, Optional<String> named) {
    Map<CallCounter, TokenBucket> counted = buckets(request);
    return counted.entrySet().stream()
        .filter(each -> named.filter(each.getKey().name()::equals).isPresent())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> counted.values().iterator().next());
  }

  /** What is sent while half of a burst is left holds up no others. */
  @Override
  public Duration untilSpare(CloudRequest cloudRequest) {
    Instant now = clock.instant();
    return buckets(cloudRequest).values().stream()
        .map(bucket -> bucket.untilHalfFull(now))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
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

  /** By what the request is counted: first those of its object, if it has one. */
  private Map<CallCounter, TokenBucket> buckets(CloudRequest request) {
    var counted = new LinkedHashMap<CallCounter, TokenBucket>();
    limits
        .getOrDefault(request.scope().cloud(), CallLimits.DEFAULT)
        .counters(request.api())
        .stream()
        .filter(counter -> !counter.ofObject() || !request.object().isEmpty())
        .sorted(Comparator.comparing(CallCounter::ofObject).reversed())
        .forEach(
            counter -> counted.put(counter, bucket(Key.of(request, counter), counter.limit())));
    return counted;
  }

  private TokenBucket bucket(Key key, CallLimits.RateLimit limit) {
    TokenBucket known = buckets.get(key);
    if (known != null) {
      return known;
    }
    Instant now = clock.instant();
    evict(now);
    return buckets.computeIfAbsent(
        key, _ -> new TokenBucket(limit.burst(), limit.perSecond(), now));
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
