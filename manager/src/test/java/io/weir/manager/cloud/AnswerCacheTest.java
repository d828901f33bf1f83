package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {

  private record Image(String name) implements Query {
    @Override
    public Duration freshFor() {
      return Duration.ofMinutes(10);
    }
  }

  private final FakeProvider provider = new FakeProvider();
  private final MovedClock clock = new MovedClock();
  private final AnswerCache cache = new AnswerCache(provider, FakeProvider.SCOPE, clock);

  @Test
  void anAnswerIsAskedForOnceWhileItIsFresh() throws Exception {
    cache.ask(Set.of(new Image("a")));
    cache.ask(Set.of(new Image("a"), new Image("b")));

    assertThat(provider.asked).containsExactly(Set.of(new Image("a")), Set.of(new Image("b")));

    clock.move(Duration.ofMinutes(11));
    assertThat(cache.to(new Image("a"))).isEmpty();
  }

  @Test
  void aFailureIsSharedForAMomentAndThenAskedAgain() throws Exception {
    provider.failure = Optional.of(new ProviderException.Transient("503", null));
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> cache.ask(Set.of(new Image("a")))).hasMessage("503");
    }
    assertThat(provider.asked).hasSize(1);

    provider.failure = Optional.empty();
    clock.move(Duration.ofSeconds(3));
    cache.ask(Set.of(new Image("a")));

    assertThat(cache.to(new Image("a"))).isPresent();
  }
}
