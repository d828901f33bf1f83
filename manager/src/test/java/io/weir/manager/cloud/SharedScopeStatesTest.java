package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.pass.ScopeQueries;
import io.weir.provider.CloudQuery;
import io.weir.provider.Observation;
import io.weir.provider.PoolIdentity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
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
  void anErrorThatNobodyThoughtOfDoesNotEndTheObserving() throws Exception {
    var failures = new AtomicInteger();
    var seen = new CountDownLatch(1);
    provider.whileLooking =
        () -> {
          if (failures.incrementAndGet() == 1) {
            throw new StackOverflowError();
          }
          seen.countDown();
        };
    var scope = scopes.stateFor(FakeProvider.SCOPE);
    Observation<FakeProvider.Pool> _ = scope.observer().latestObservation(POOL);

    for (int i = 0; i < 600 && !seen.await(100, TimeUnit.MILLISECONDS); i++) {
      clock.advance(Duration.ofMinutes(2));
      scope.observer().observeSoon("a");
    }

    assertThat(seen.getCount()).isZero();
    assertThat(cloudScopes.standstills()).allMatch(Optional::isEmpty);
  }

  @Test
  void aFaultOfTheObserverItselfIsSurvived() throws Exception {
    var broken = new AtomicBoolean(true);
    var faulty =
        new CloudScopes(
            new FaultyClock(
                () ->
                    Thread.currentThread().getName().startsWith("observe ")
                        && broken.getAndSet(false)),
            ObservationIntervals.DEFAULT,
            _ -> Duration.ZERO);
    try (faulty) {
      var scope = faulty.of(provider, (_, name) -> woken.add(name)).stateFor(FakeProvider.SCOPE);
      Observation<FakeProvider.Pool> _ = scope.observer().latestObservation(POOL);

      assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
      assertThat(broken).isFalse();
    }
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

  /** One that fails when it is told to. */
  private static final class FaultyClock extends Clock {
    private final Clock inner = new SteppedClock();
    private final BooleanSupplier fails;

    FaultyClock(BooleanSupplier fails) {
      this.fails = fails;
    }

    @Override
    public Instant instant() {
      if (fails.getAsBoolean()) {
        throw new IllegalStateException("broken");
      }
      return inner.instant();
    }

    @Override
    public ZoneId getZone() {
      return inner.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
