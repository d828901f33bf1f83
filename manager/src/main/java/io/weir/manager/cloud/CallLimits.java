package io.weir.manager.cloud;

import io.weir.engine.pace.Bucket;
import io.weir.provider.CallGate;
import io.weir.provider.ProviderException.Throttled;
import io.weir.provider.Scope;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Token buckets per scope and API, shared by all clusters, and the count of calls. A throttle
 * answer halves a bucket's rate; it recovers as calls succeed.
 */
public final class CallLimits implements CallGate {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Clock clock;
  private final Bucket.Size size;
  private final Map<Key, Bucket> buckets = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

  private record Key(Scope scope, String api) {}

  /**
   * Nothing called yet.
   *
   * @param clock one that never goes back: tokens come with its time
   */
  public CallLimits(Clock clock, Bucket.Size size) {
    this.clock = clock;
    this.size = size;
  }

  @Override
  public void enter(Scope scope, String api) throws Throttled {
    Bucket bucket = bucket(scope, api);
    Duration wait = bucket.take(clock.instant(), PATIENCE);
    if (wait.compareTo(PATIENCE) > 0) {
      throw new Throttled(
          "the budget for %s in %s is used up".formatted(api, scope.region()), wait, null);
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
  public void left(Scope scope, String api, Outcome outcome) {
    switch (outcome) {
      case THROTTLED -> bucket(scope, api).shrink();
      case OK -> bucket(scope, api).recover();
      case FAILED -> {}
    }
  }

  /** Calls sent so far, by the cloud's name of the action. */
  public Map<String, Long> calls() {
    var counted = new TreeMap<String, Long>();
    calls.forEach((api, count) -> counted.put(api, count.sum()));
    return counted;
  }

  private Bucket bucket(Scope scope, String api) {
    return buckets.computeIfAbsent(
        new Key(scope.around(), api), _ -> new Bucket(size, clock.instant()));
  }
}
