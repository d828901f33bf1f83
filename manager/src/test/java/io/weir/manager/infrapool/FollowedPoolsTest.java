package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.manager.cloud.FakeProvider;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.manager.cloud.TestPools;
import io.weir.provider.ObservationRequest;
import io.weir.provider.PoolIdentity;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowedPoolsTest {

  private static final Duration MOMENT = Duration.ofMillis(5);
  private static final ObjectKey KEY = new ObjectKey("default", "a");

  private final FakeProvider provider = new FakeProvider();
  private final SharedScopeStates<FakeProvider.Pool> scopes =
      new SharedScopeStates<>(
          provider,
          Clock.systemUTC(),
          new ObservationIntervals(MOMENT, MOMENT, MOMENT),
          (_, _) -> {});
  private final FollowedPools<FakeProvider.Pool> followedPools =
      new FollowedPools<>(scopes, (_, _) -> {}, InstantSource.system(), (_, _) -> {});

  @AfterEach
  void close() {
    scopes.close();
  }

  @Test
  void aPoolMadeAgainUnderItsNameIsNotLookedAtCloselyForTheOneBefore() throws Exception {
    attend("uid-1");
    var before = observedInDetail();

    follow("uid-2");

    assertThat(before).containsExactly("a");
    assertThat(observedInDetail()).isEmpty();
  }

  @Test
  void aPoolThatWentWithoutAWordLeavesNothingToTheNextOfItsName() throws Exception {
    attend("uid-1");
    var before = observedInDetail();

    followedPools.unfollow(KEY);
    follow("uid-2");

    assertThat(before).containsExactly("a");
    assertThat(observedInDetail()).isEmpty();
  }

  private void follow(String uid) {
    PoolIdentity name = name(uid);
    followedPools.follow(FakeProvider.SCOPE, name).observations().latestObservation(name);
  }

  private void attend(String uid) {
    PoolIdentity name = name(uid);
    follow(uid);
    followedPools.follow(FakeProvider.SCOPE, name).observations().observeInDetail(name, true);
  }

  private static PoolIdentity name(String uid) {
    return TestPools.identity(KEY, uid, "a");
  }

  /** What an observation that begins from now on observes in detail. */
  private Set<String> observedInDetail() throws InterruptedException {
    provider.looks.clear();
    // The first may have been under way.
    assertThat(provider.looks.poll(1, TimeUnit.MINUTES)).isNotNull();
    return switch (provider.looks.poll(1, TimeUnit.MINUTES)) {
      case ObservationRequest.All all -> all.detailed();
      case ObservationRequest.Only only -> only.detailed();
      case null -> throw new AssertionError("no look comes");
    };
  }
}
