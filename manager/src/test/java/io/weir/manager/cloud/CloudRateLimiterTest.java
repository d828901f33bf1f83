package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ObjectKey;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CallLimits;
import io.weir.provider.CallLimits.RateLimit;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException.Throttled;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CloudRateLimiterTest {

  private static final String API = "DescribeThings";
  private static final String OF_OBJECT = "ListInstances";
  private static final CloudScope USED = scope("used");

  /** Three at once, and two of one object. */
  private static final CallLimits LIMITS =
      new CallLimits() {
        @Override
        public RateLimit ofAccount(String api) {
          return new RateLimit(api.equals(OF_OBJECT) ? 100 : 3, 0.1);
        }

        @Override
        public Optional<RateLimit> ofObject(String api) {
          return api.equals(OF_OBJECT) ? Optional.of(new RateLimit(2, 0.1)) : Optional.empty();
        }
      };

  private Instant now = Instant.parse("2026-01-01T12:00:00Z");
  private final CloudRateLimiter limiter = new CloudRateLimiter(clock(), Map.of("test", LIMITS));

  @Test
  void scopesThatWereLeftDoNotAccumulate() throws Exception {
    for (int hour = 0; hour < 5; hour++) {
      for (int invented = 0; invented < 100; invented++) {
        limiter.beforeCall(new CloudRequest(scope("invented-" + hour + "-" + invented), API));
      }
      now = now.plus(Duration.ofHours(1));
    }

    limiter.beforeCall(new CloudRequest(USED, API));

    assertThat(limiter.bucketCount()).isOne();
    assertThat(limiter.callCounts()).containsEntry(API, 501L);
  }

  @Test
  void ofABurstHalfIsLeftByWhatCanWaitAndThenTheRate() throws Exception {
    var ofActivities = new CloudRateLimiter(clock(), Map.of("test", api -> new RateLimit(40, 5)));
    var request = new CloudRequest(USED, API);
    var sent = new ArrayList<Integer>();

    for (int second = 0; second < 3; second++) {
      int calls = 0;
      for (; ofActivities.untilSpare(request).isZero(); calls++) {
        ofActivities.beforeCall(request);
      }
      sent.add(calls);
      now = now.plusSeconds(1);
    }

    assertThat(sent.getFirst()).isBetween(20, 21);
    assertThat(sent.subList(1, 3)).allMatch(calls -> calls <= 5);
  }

  @Test
  void aScopeThatIsUsedKeepsItsBucketWhateverOthersInvent() throws Exception {
    limiter.beforeCall(new CloudRequest(USED, API));
    now = now.plus(Duration.ofHours(2));
    for (int call = 0; call < 3; call++) {
      limiter.beforeCall(new CloudRequest(USED, API));
    }
    now = now.plus(Duration.ofSeconds(1));

    limiter.beforeCall(new CloudRequest(scope("invented"), API));

    assertThatThrownBy(() -> limiter.beforeCall(new CloudRequest(USED, API)))
        .isInstanceOf(Throttled.class);
  }

  @Test
  void aBucketThatIsAskedForIsNotLookedForAmongThoseToForget() throws Exception {
    limiter.beforeCall(new CloudRequest(scope("left"), API));
    limiter.beforeCall(new CloudRequest(USED, API));
    now = now.plus(Duration.ofHours(2));

    limiter.beforeCall(new CloudRequest(USED, API));

    assertThat(limiter.bucketCount()).isEqualTo(2);
  }

  @Test
  void identitiesOfOneAccountShareItsLimitAndThoseOfAnUnknownOneDoNot() throws Exception {
    for (String secret : List.of("a", "b", "c")) {
      limiter.beforeCall(new CloudRequest(withSecret(secret, "account-1"), API));
      limiter.beforeCall(new CloudRequest(withSecret(secret, ""), API));
    }

    assertThatThrownBy(
            () -> limiter.beforeCall(new CloudRequest(withSecret("d", "account-1"), API)))
        .isInstanceOf(Throttled.class);
    assertThatCode(() -> limiter.beforeCall(new CloudRequest(withSecret("a", ""), API)))
        .doesNotThrowAnyException();
  }

  @Test
  void aThrottledObjectSlowsItselfOnlyAndForAsLongAsTheCloudAsks() throws Exception {
    var slow = new CloudRequest(USED, OF_OBJECT, "slow");
    var quick = new CloudRequest(USED, OF_OBJECT, "quick");
    limiter.beforeCall(slow);
    limiter.afterCall(slow, new CallOutcome.Throttled(Duration.ofMinutes(3)));

    assertThatThrownBy(() -> limiter.beforeCall(slow))
        .hasMessageContaining("ListInstances of slow")
        .isInstanceOfSatisfying(
            Throttled.class,
            throttled -> assertThat(throttled.retryAfter()).isEqualTo(Duration.ofMinutes(3)));
    assertThatCode(() -> limiter.beforeCall(quick)).doesNotThrowAnyException();
    now = now.plus(Duration.ofMinutes(3));
    assertThatCode(() -> limiter.beforeCall(slow)).doesNotThrowAnyException();
  }

  @Test
  void aCallThatTheAccountRefusesCostsItsObjectNothing() throws Exception {
    var scope = scope("busy");
    for (int other = 0; other < 100; other++) {
      limiter.beforeCall(new CloudRequest(scope, OF_OBJECT, "object-" + other));
    }
    for (int attempt = 0; attempt < 5; attempt++) {
      assertThatThrownBy(() -> limiter.beforeCall(new CloudRequest(scope, OF_OBJECT, "mine")))
          .isInstanceOf(Throttled.class);
    }
    now = now.plus(Duration.ofSeconds(20));

    limiter.beforeCall(new CloudRequest(scope, OF_OBJECT, "mine"));
    limiter.beforeCall(new CloudRequest(scope, OF_OBJECT, "mine"));
  }

  @Test
  void actionsThatTheCloudCountsTogetherShareWhatIsLeft() throws Exception {
    var counting = new CloudRateLimiter(clock(), Map.of("test", new SharedCounts()));
    for (int call = 0; call < 2; call++) {
      counting.beforeCall(new CloudRequest(USED, "ListThings", "workers"));
    }
    counting.beforeCall(new CloudRequest(USED, "GetThing", "workers"));

    assertThatThrownBy(() -> counting.beforeCall(new CloudRequest(USED, "GetThing", "workers")))
        .isInstanceOf(Throttled.class);
    assertThatCode(() -> counting.beforeCall(new CloudRequest(USED, "PutThing", "workers")))
        .doesNotThrowAnyException();
  }

  @Test
  void whatAnAnswerSaysIsLeftIsNotExceeded() throws Exception {
    var counting = new CloudRateLimiter(clock(), Map.of("test", new SharedCounts()));
    var request = new CloudRequest(USED, "PutThing", "workers");
    counting.beforeCall(request);
    counting.afterCall(request, new CallOutcome.Ok(Map.of("WritesOfThing", 1, "Unknown", 0)));
    counting.beforeCall(request);

    assertThatThrownBy(() -> counting.beforeCall(request)).isInstanceOf(Throttled.class);
    assertThatCode(() -> counting.beforeCall(new CloudRequest(USED, "PutThing", "others")))
        .doesNotThrowAnyException();
  }

  @Test
  void theCountThatTheCloudNamesIsTheOneThatIsClosed() throws Exception {
    var counting = new CloudRateLimiter(clock(), Map.of("test", new SharedCounts()));
    var request = new CloudRequest(USED, "PutThing", "workers");
    counting.beforeCall(request);
    counting.afterCall(
        request, new CallOutcome.Throttled(Duration.ofMinutes(3), Optional.of("Writes")));

    assertThatThrownBy(() -> counting.beforeCall(new CloudRequest(USED, "PutThing", "others")))
        .isInstanceOf(Throttled.class);
    assertThatCode(() -> counting.beforeCall(new CloudRequest(USED, "GetThing", "workers")))
        .doesNotThrowAnyException();
  }

  /** Reads are counted together, three at once; writes for each thing, too. */
  private static final class SharedCounts implements CallLimits {
    @Override
    public RateLimit ofAccount(String api) {
      return new RateLimit(3, 0.1);
    }

    @Override
    public List<CallCounter> counters(String api) {
      return api.equals("PutThing")
          ? List.of(
              new CallCounter("Writes", false, new RateLimit(100, 10)),
              new CallCounter("WritesOfThing", true, new RateLimit(12, 0.1)))
          : List.of(new CallCounter("Reads", false, ofAccount(api)));
    }
  }

  private static CloudScope withSecret(String name, String account) {
    var secret = new CloudIdentity.OfSecret(new ObjectKey("team", name));
    return new CloudScope("test", secret, account, "here", "");
  }

  private static CloudScope scope(String account) {
    return new CloudScope("test", new CloudIdentity.Ambient(), account, "here", "");
  }

  private Clock clock() {
    InstantSource source = () -> now;
    return source.withZone(ZoneOffset.UTC);
  }
}
