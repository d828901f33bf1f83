package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.manager.cloud.MovedClock;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SetbacksTest {

  private static final ObjectKey POOL = new ObjectKey("default", "workers");

  private final MovedClock clock = new MovedClock();
  private final Setbacks setbacks = new Setbacks(clock);

  /** A step that aims at something, wherever it starts from. */
  private record Resize(int to, int from) implements Step {
    @Override
    public String what() {
      return "resize";
    }

    @Override
    public String because() {
      return "it is " + from;
    }

    @Override
    public Object aim() {
      return to;
    }
  }

  /** A step that carries what renews itself. */
  private record Boot(String settings, String token) implements Step {
    @Override
    public String what() {
      return "boot";
    }

    @Override
    public String because() {
      return "it is old";
    }

    @Override
    public Object attempt() {
      return settings;
    }
  }

  @Nested
  class Failures {
    @Test
    void holdBackWhatOnlyHasANewerToken() {
      failed(new Boot("large", "one"), new ProviderException.Rejected("no", null));

      assertThat(setbacks.holding(POOL, new Boot("large", "two"))).isPresent();
      assertThat(setbacks.holding(POOL, new Boot("small", "two"))).isEmpty();
    }

    @Test
    void ofWhatIsNotPlannedAnyMoreAreForgotten() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      setbacks.planned(POOL, List.of(new Resize(4, 2)));

      assertThat(setbacks.left(POOL)).isZero();
      assertThat(setbacks.holding(POOL, new Resize(3, 2))).isEmpty();
    }

    @Test
    void ofWhatIsStillPlannedAreRemembered() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      setbacks.planned(POOL, List.of(new Resize(4, 2), new Resize(3, 1)));

      assertThat(setbacks.holding(POOL, new Resize(3, 2))).isPresent();
    }

    @Test
    void holdBackWhatFailedAndNothingElse() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      assertThat(setbacks.holding(POOL, new Resize(3, 2))).isPresent();
      assertThat(setbacks.holding(POOL, new Resize(4, 2))).isEmpty();
    }

    @Test
    void ofTwoStepsAreRememberedEach() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));
      failed(new Resize(4, 2), new ProviderException.Rejected("neither", null));

      assertThat(setbacks.holding(POOL, new Resize(3, 2))).isPresent();
      assertThat(setbacks.holding(POOL, new Resize(4, 2))).isPresent();
    }

    @Test
    void thatPeopleMendAreLiftedAndThoseOfTheCloudAreNot() {
      failed(new Resize(3, 2), new ProviderException.Denied("no", null));
      failed(
          new Resize(4, 2), new ProviderException.Throttled("slowly", Duration.ofMinutes(3), null));

      setbacks.lift(POOL);

      assertThat(setbacks.holding(POOL, new Resize(3, 2))).isEmpty();
      assertThat(setbacks.holding(POOL, new Resize(4, 2))).isPresent();
    }

    @Test
    void neverEndBeforeTheCloudSaysSo() {
      for (int i = 0; i < 50; i++) {
        setbacks.forget(POOL);
        failed(
            new Resize(3, 2),
            new ProviderException.Throttled("slowly", Duration.ofMinutes(3), null));

        assertThat(setbacks.left(POOL)).isGreaterThanOrEqualTo(Duration.ofMinutes(3));
      }
    }
  }

  @Nested
  class Repetitions {
    @Test
    void areMadeAtOnceTheFirstTime() {
      setbacks.done(POOL, new Resize(3, 2));

      assertThat(setbacks.holding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void ofWhatIsUndoneTimeAndAgainBecomeRareAndAreTold() {
      setbacks.done(POOL, new Resize(3, 2));
      setbacks.done(POOL, new Resize(3, 4));
      clock.move(Duration.ofSeconds(11));
      var free = setbacks.holding(POOL, new Resize(3, 5));
      setbacks.done(POOL, new Resize(3, 5));
      var held = setbacks.holding(POOL, new Resize(3, 4));

      assertThat(free).isEmpty();
      assertThat(held)
          .hasValueSatisfying(
              failure -> {
                assertThat(failure.error()).isInstanceOf(ProviderException.Rejected.class);
                assertThat(failure.error())
                    .hasMessageStartingWith("done 3 times and reverted each time: it is 4");
              });
      assertThat(setbacks.left(POOL)).isPositive();
    }

    @Test
    void ofAPoolThatAsksForSomethingElseInBetweenAreNobodysDoing() {
      for (int i = 0; i < 5; i++) {
        setbacks.done(POOL, new Resize(5, 3));
        setbacks.done(POOL, new Resize(3, 5));
      }

      assertThat(setbacks.holding(POOL, new Resize(5, 3))).isEmpty();
      assertThat(setbacks.holding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void areForgottenAfterAWhile() {
      setbacks.done(POOL, new Resize(3, 2));
      setbacks.done(POOL, new Resize(3, 4));
      clock.move(Duration.ofMinutes(30));

      assertThat(setbacks.holding(POOL, new Resize(3, 4))).isEmpty();
    }
  }

  private void failed(Step step, ProviderException error) {
    setbacks.failed(POOL, step, Failure.of(step, error));
  }
}
