package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.ratelimit.TokenBucket.RateLimit;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException.Throttled;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class CloudRateLimiterTest {

  private static final String API = "DescribeThings";
  private static final CloudScope USED = scope("used");

  private Instant now = Instant.parse("2026-01-01T12:00:00Z");
  private final CloudRateLimiter limiter = new CloudRateLimiter(clock(), new RateLimit(3, 0.1));

  @Test
  void scopesThatWereLeftDoNotAccumulate() throws Exception {
    for (int hour = 0; hour < 5; hour++) {
      for (int invented = 0; invented < 100; invented++) {
        limiter.beforeCall(scope("invented-" + hour + "-" + invented), API);
      }
      now = now.plus(Duration.ofHours(1));
    }

    limiter.beforeCall(USED, API);

    assertThat(limiter.bucketCount()).isOne();
    assertThat(limiter.callCounts()).containsEntry(API, 501L);
  }

  @Test
  void aScopeThatIsUsedKeepsItsBucketWhateverOthersInvent() throws Exception {
    limiter.beforeCall(USED, API);
    now = now.plus(Duration.ofHours(2));
    for (int call = 0; call < 3; call++) {
      limiter.beforeCall(USED, API);
    }
    now = now.plus(Duration.ofSeconds(1));

    limiter.beforeCall(scope("invented"), API);

    assertThatThrownBy(() -> limiter.beforeCall(USED, API)).isInstanceOf(Throttled.class);
  }

  @Test
  void aBucketThatIsAskedForIsNotLookedForAmongThoseToForget() throws Exception {
    limiter.beforeCall(scope("left"), API);
    limiter.beforeCall(USED, API);
    now = now.plus(Duration.ofHours(2));

    limiter.beforeCall(USED, API);

    assertThat(limiter.bucketCount()).isEqualTo(2);
  }

  private static CloudScope scope(String account) {
    return new CloudScope("test", new CloudIdentity.Ambient(), account, "here", "");
  }

  private Clock clock() {
    InstantSource source = () -> now;
    return source.withZone(ZoneOffset.UTC);
  }
}
