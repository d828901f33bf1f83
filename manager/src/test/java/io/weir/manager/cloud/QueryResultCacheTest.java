package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.harness.SteppedClock;
import io.weir.pass.ScopeQueries;
import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueryResultCacheTest {

  private record Image(String name) implements CloudQuery {
    @Override
    public Duration maxAge() {
      return Duration.ofMinutes(10);
    }
  }

  private final FakeProvider provider = new FakeProvider();
  private final SteppedClock clock = new SteppedClock();
  private final ScopeQueries cache =
      new QueryResultCache(FakeProvider.SCOPE, clock).askedBy(provider);

  @Test
  void anAnswerIsAskedForOnceWhileItIsFresh() throws Exception {
    cache.query(Set.of(new Image("a")));
    cache.query(Set.of(new Image("a"), new Image("b")));

    assertThat(provider.asked).containsExactly(Set.of(new Image("a")), Set.of(new Image("b")));

    clock.advance(Duration.ofMinutes(11));
    assertThat(cache.find(new Image("a"))).isEmpty();
  }

  @Test
  void aFailureIsSharedForAMomentAndThenAskedAgain() throws Exception {
    provider.failure = Optional.of(new ProviderException.Transient("503", null));
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> cache.query(Set.of(new Image("a")))).hasMessage("503");
    }
    assertThat(provider.asked).hasSize(1);

    provider.failure = Optional.empty();
    clock.advance(Duration.ofSeconds(3));
    cache.query(Set.of(new Image("a")));

    assertThat(cache.find(new Image("a"))).isPresent();
  }

  @Test
  void whileOneIsAskedForTheOthersCanBeRead() throws Exception {
    cache.query(Set.of(new Image("a")));
    provider.whileAsked = () -> assertThat(cache.find(new Image("a"))).isPresent();

    var other = CompletableFuture.runAsync(() -> asking(new Image("b")));

    assertThat(other).succeedsWithin(Duration.ofMinutes(1));
    assertThat(cache.find(new Image("b"))).isPresent();
  }

  @Test
  void thoseWhoAskForTheSameAtOnceWaitForOneCall() throws Exception {
    var entered = new CountDownLatch(1);
    var answered = new CountDownLatch(1);
    provider.whileAsked =
        () -> {
          entered.countDown();
          await(answered);
        };
    var first = CompletableFuture.runAsync(() -> asking(new Image("a")));
    await(entered);
    var second = CompletableFuture.runAsync(() -> asking(new Image("a")));

    // What nobody asks for yet is not held up by the call that is under way.
    provider.whileAsked = () -> {};
    asking(new Image("b"));
    answered.countDown();

    assertThat(first).succeedsWithin(Duration.ofMinutes(1));
    assertThat(second).succeedsWithin(Duration.ofMinutes(1));
    assertThat(provider.asked).containsExactly(Set.of(new Image("a")), Set.of(new Image("b")));
  }

  private void asking(Image image) {
    try {
      cache.query(Set.of(image));
    } catch (ProviderException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
