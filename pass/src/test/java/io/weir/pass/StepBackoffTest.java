package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StepBackoffTest {

  private static final ObjectKey POOL = new ObjectKey("default", "workers");

  private final SteppedClock clock = new SteppedClock();
  private final StepBackoff stepBackoff = new StepBackoff(clock);

  /** A step that aims at something, wherever it starts from. */
  private record Resize(int to, int from) implements PlanStep {
    @Override
    public String description() {
      return "resize";
    }

    @Override
    public String reason() {
      return "it is " + from;
    }

    @Override
    public Object goalKey() {
      return to;
    }
  }

  /** A step that carries what renews itself. */
  private record Boot(String settings, String token) implements PlanStep {
    @Override
    public String description() {
      return "boot";
    }

    @Override
    public String reason() {
      return "it is old";
    }

    @Override
    public Object backoffKey() {
      return settings;
    }
  }

  @Nested
  class Failures {
    @Test
    void holdBackWhatOnlyHasANewerToken() {
      failed(new Boot("large", "one"), new ProviderException.Rejected("no", null));

      assertThat(stepBackoff.failureHolding(POOL, new Boot("large", "two"))).isPresent();
      assertThat(stepBackoff.failureHolding(POOL, new Boot("small", "two"))).isEmpty();
    }

    @Test
    void ofWhatIsNotPlannedAnyMoreAreForgotten() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      stepBackoff.retainPlanned(POOL, List.of(new Resize(4, 2)));

      assertThat(stepBackoff.timeUntilRetry(POOL)).isZero();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 2))).isEmpty();
    }

    @Test
    void ofWhatIsStillPlannedAreRemembered() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      stepBackoff.retainPlanned(POOL, List.of(new Resize(4, 2), new Resize(3, 1)));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 2))).isPresent();
    }

    @Test
    void holdBackWhatFailedAndNothingElse() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 2))).isPresent();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(4, 2))).isEmpty();
    }

    @Test
    void ofTwoStepsAreRememberedEach() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));
      failed(new Resize(4, 2), new ProviderException.Rejected("neither", null));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 2))).isPresent();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(4, 2))).isPresent();
    }

    @Test
    void thatPeopleMendAreLiftedAndThoseOfTheCloudAreNot() {
      failed(new Resize(3, 2), new ProviderException.Denied("no", null));
      failed(
          new Resize(4, 2), new ProviderException.Throttled("slowly", Duration.ofMinutes(3), null));

      stepBackoff.releaseUserErrors(POOL);

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 2))).isEmpty();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(4, 2))).isPresent();
    }

    @Test
    void neverEndBeforeTheCloudSaysSo() {
      for (int i = 0; i < 50; i++) {
        stepBackoff.forget(POOL);
        failed(
            new Resize(3, 2),
            new ProviderException.Throttled("slowly", Duration.ofMinutes(3), null));

        assertThat(stepBackoff.timeUntilRetry(POOL)).isGreaterThanOrEqualTo(Duration.ofMinutes(3));
      }
    }
  }

  @Nested
  class Repetitions {
    @Test
    void areMadeAtOnceTheFirstTime() {
      stepBackoff.recordSuccess(POOL, new Resize(3, 2));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void ofWhatIsUndoneTimeAndAgainBecomeRareAndAreTold() {
      stepBackoff.recordSuccess(POOL, new Resize(3, 2));
      stepBackoff.recordSuccess(POOL, new Resize(3, 4));
      clock.advance(Duration.ofSeconds(11));
      var free = stepBackoff.failureHolding(POOL, new Resize(3, 5));
      stepBackoff.recordSuccess(POOL, new Resize(3, 5));
      var held = stepBackoff.failureHolding(POOL, new Resize(3, 4));

      assertThat(free).isEmpty();
      assertThat(held)
          .hasValueSatisfying(
              callFailure -> {
                assertThat(callFailure.error()).isInstanceOf(ProviderException.Rejected.class);
                assertThat(callFailure.error())
                    .hasMessageStartingWith("done 3 times and reverted each time: it is 4");
              });
      assertThat(stepBackoff.timeUntilRetry(POOL)).isPositive();
    }

    @Test
    void ofAPoolThatAsksForSomethingElseInBetweenAreNobodysDoing() {
      for (int i = 0; i < 5; i++) {
        stepBackoff.recordSuccess(POOL, new Resize(5, 3));
        stepBackoff.recordSuccess(POOL, new Resize(3, 5));
      }

      assertThat(stepBackoff.failureHolding(POOL, new Resize(5, 3))).isEmpty();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void areForgottenAfterAWhile() {
      stepBackoff.recordSuccess(POOL, new Resize(3, 2));
      stepBackoff.recordSuccess(POOL, new Resize(3, 4));
      clock.advance(Duration.ofMinutes(30));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }
  }

  private void failed(PlanStep planStep, ProviderException error) {
    stepBackoff.recordFailure(POOL, planStep, CallFailure.of(planStep, error));
  }
}
