package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.FakeProvider;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.manager.cloud.TestPools;
import io.weir.provider.PoolIdentity;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowedPoolsTest {

  private static final Duration MOMENT = Duration.ofMillis(5);
  private static final ObjectKey KEY = new ObjectKey("default", "a");

  private final FakeProvider provider = new FakeProvider();
  private final CloudScopes cloudScopes =
      new CloudScopes(
          Clock.systemUTC(), new ObservationIntervals(MOMENT, MOMENT, MOMENT), _ -> Duration.ZERO);
  private final SharedScopeStates<FakeProvider.Pool> scopes =
      cloudScopes.of(provider, (_, _) -> {});
  private final FollowedPools<FakeProvider.Pool> followedPools =
      new FollowedPools<>(scopes, (_, _) -> {}, InstantSource.system(), (_, _) -> {});

  @AfterEach
  void close() {
    cloudScopes.close();
  }

  @Test
  void aPoolMadeAgainUnderItsNameIsNotLookedAtCloselyForTheOneBefore() throws Exception {
    provider.cloud.put("a", new FakeProvider.Pool(1, false, ""));
    provider.detailAge = MOMENT;
    attend("uid-1");
    var before = isReadInDetail();

    follow("uid-2");

    assertThat(before).isTrue();
    assertThat(isReadInDetail()).isFalse();
  }

  @Test
  void aPoolThatWentWithoutAWordLeavesNothingToTheNextOfItsName() throws Exception {
    provider.cloud.put("a", new FakeProvider.Pool(1, false, ""));
    provider.detailAge = MOMENT;
    attend("uid-1");
    var before = isReadInDetail();

    followedPools.unfollow(KEY);
    follow("uid-2");

    assertThat(before).isTrue();
    assertThat(isReadInDetail()).isFalse();
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

  /** Whether details are read that observations from now on find due. */
  private boolean isReadInDetail() throws InterruptedException {
    awaitLook();
    awaitLook();
    provider.detailsRead.clear();
    awaitLook();
    awaitLook();
    awaitLook();
    return !provider.detailsRead.isEmpty();
  }

  private void awaitLook() throws InterruptedException {
    provider.looks.clear();
    assertThat(provider.looks.poll(1, TimeUnit.MINUTES)).isNotNull();
  }
}
