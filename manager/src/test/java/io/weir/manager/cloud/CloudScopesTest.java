package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.pace.Pace;
import io.weir.provider.PoolName;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CloudScopesTest {

  private static final PoolName POOL =
      new PoolName(new ObjectKey("default", "a"), "uid-a", "cluster", "a");

  private final FakeProvider provider = new FakeProvider();
  private final MovedClock clock = new MovedClock();
  private final LinkedBlockingQueue<String> woken = new LinkedBlockingQueue<>();
  private final CloudScopes<FakeProvider.Pool> scopes =
      new CloudScopes<>(provider, clock, Pace.DEFAULT, (_, name) -> woken.add(name));

  @AfterEach
  void close() {
    scopes.close();
  }

  @Test
  void aScopeThatNobodyNeedsAnyMoreIsNotLookedAtAndEndsAfterAWhile() throws Exception {
    var looker = new CompletableFuture<Thread>();
    provider.whileLooking = () -> looker.complete(Thread.currentThread());
    var scope = scopes.in(FakeProvider.SCOPE);
    scope.observer().latest(POOL);
    assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");

    scope.observer().forget(POOL);
    var soon = scopes.in(FakeProvider.SCOPE);
    clock.move(Duration.ofHours(2));
    scope.observer().forget(POOL);
    looker.get().join(Duration.ofMinutes(1));

    assertThat(soon).isSameAs(scope);
    assertThat(looker.get().isAlive()).isFalse();
    assertThat(provider.looks).hasSize(1);
    assertThat(provider.forgotten).containsExactly(FakeProvider.SCOPE);
    assertThat(scopes.in(FakeProvider.SCOPE)).isNotSameAs(scope);
  }
}
