package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.provider.PoolIdentity;
import java.time.Duration;
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
  private final SharedScopeStates<FakeProvider.Pool> scopes =
      new SharedScopeStates<>(
          provider, clock, ObservationIntervals.DEFAULT, (_, name) -> woken.add(name));

  @AfterEach
  void close() {
    scopes.close();
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
}
