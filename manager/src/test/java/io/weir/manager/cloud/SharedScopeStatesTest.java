package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.pass.ScopeQueries;
import io.weir.provider.CloudQuery;
import io.weir.provider.PoolIdentity;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedScopeStatesTest {

  private static final PoolIdentity POOL =
      TestPools.identity(new ObjectKey("default", "a"), "uid-a", "a");

  private final FakeProvider provider = new FakeProvider();
  private final SteppedClock clock = new SteppedClock();
  private final LinkedBlockingQueue<String> woken = new LinkedBlockingQueue<>();
  private final CloudScopes cloudScopes =
      new CloudScopes(clock, ObservationIntervals.DEFAULT, _ -> Duration.ZERO);
  private final SharedScopeStates<FakeProvider.Pool> scopes =
      cloudScopes.of(provider, (_, name) -> woken.add(name));

  @AfterEach
  void close() {
    cloudScopes.close();
  }

  @Test
  void aScopeThatNobodyNeedsAnyMoreIsNotLookedAtAndEndsAfterAWhile() throws Exception {
    var looker = new CompletableFuture<Thread>();
    provider.whileLooking = () -> looker.complete(Thread.currentThread());
    var scope = scopes.stateFor(FakeProvider.SCOPE);
    scope.observer().latestObservation(POOL);
    assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");

    scope.observer().unfollow(POOL);
    var soon = scopes.stateFor(FakeProvider.SCOPE);
    clock.advance(Duration.ofHours(2));
    scope.observer().unfollow(POOL);
    looker.get().join(Duration.ofMinutes(1));

    assertThat(soon).isSameAs(scope);
    assertThat(looker.get().isAlive()).isFalse();
    assertThat(provider.looks).hasSize(1);
    assertThat(provider.forgotten).containsExactly(FakeProvider.SCOPE);
    assertThat(scopes.stateFor(FakeProvider.SCOPE)).isNotSameAs(scope);
  }

  @Test
  void twoKindsOfACloudAreObservedTogetherAndAskTheCloudOnce() throws Exception {
    var other = new FakeProvider();
    var otherWoken = new LinkedBlockingQueue<String>();
    SharedScopeStates<FakeProvider.Pool> others =
        cloudScopes.of(other, (_, name) -> otherWoken.add(name));
    provider.cloud.put("a", new FakeProvider.Pool(1, false));
    // A cloud that both know.
    other.cloud.put("a", new FakeProvider.Pool(1, false));
    scopes.stateFor(FakeProvider.SCOPE).observer().latestObservation(POOL);
    others.stateFor(FakeProvider.SCOPE).observer().latestObservation(POOL);
    assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
    assertThat(otherWoken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
    int before = provider.listed.get() + other.listed.get();

    provider.cloud.clear();
    clock.advance(Duration.ofMinutes(3));
    scopes.stateFor(FakeProvider.SCOPE).observer().observeSoon("a");
    clock.advance(Duration.ofMinutes(3));
    scopes.stateFor(FakeProvider.SCOPE).observer().observeAt("a", clock.instant());

    assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
    assertThat(otherWoken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
    assertThat(provider.listed.get() + other.listed.get()).isEqualTo(before + 1);
  }

  @Test
  void whatOneKindHasAskedTheOtherNeedNotAsk() throws Exception {
    record WhichImage() implements CloudQuery {
      @Override
      public Duration maxAge() {
        return Duration.ofHours(1);
      }
    }
    var other = new FakeProvider();
    SharedScopeStates<FakeProvider.Pool> others = cloudScopes.of(other, (_, _) -> {});
    ScopeQueries mine = scopes.stateFor(FakeProvider.SCOPE).queryResults();
    ScopeQueries theirs = others.stateFor(FakeProvider.SCOPE).queryResults();

    mine.query(List.of(new WhichImage()));
    theirs.query(List.of(new WhichImage()));

    assertThat(provider.asked).hasSize(1);
    assertThat(other.asked).isEmpty();
    assertThat(theirs.find(new WhichImage())).isPresent();
  }
}
