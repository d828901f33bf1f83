package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /** A step that ends a machine, and the size falls with it. */
  private record End(String machine) implements PlanStep {
    @Override
    public String description() {
      return "end " + machine;
    }

    @Override
    public String reason() {
      return "it is outdated";
    }

    @Override
    public int endsInstances() {
      return 1;
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

      stepBackoff.retainPlanned(POOL, List.of(new Resize(4, 2)), clock.instant());

      assertThat(stepBackoff.timeUntilRetry(POOL)).isZero();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 2))).isEmpty();
    }

    @Test
    void ofWhatIsStillPlannedAreRemembered() {
      failed(new Resize(3, 2), new ProviderException.Rejected("no", null));

      stepBackoff.retainPlanned(POOL, List.of(new Resize(4, 2), new Resize(3, 1)), clock.instant());

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
    void ofWhatLastedAreMadeAtOnceTheFirstTime() {
      written(new Resize(3, 2));
      observedWithout();

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void afterAnotherWriteAreMadeAtOnceTheFirstTime() {
      written(new Resize(3, 2));
      clock.advance(Duration.ofSeconds(1));
      written(new Boot("a", "b"));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void ofWhatWasUndoneTimeAndAgainBecomeRareAndAreTold() {
      written(new Resize(3, 2));
      observedWithout();
      written(new Resize(3, 4));
      observedWithout();
      clock.advance(Duration.ofSeconds(11));
      var free = stepBackoff.failureHolding(POOL, new Resize(3, 5));
      written(new Resize(3, 5));
      observedWithout();
      var held = stepBackoff.failureHolding(POOL, new Resize(3, 4));

      assertThat(free).isEmpty();
      assertThat(held)
          .hasValueSatisfying(
              callFailure -> {
                assertThat(callFailure.error()).isInstanceOf(ProviderException.Reverted.class);
                assertThat(callFailure.error())
                    .hasMessageStartingWith("it does not last: it is 4 each time");
              });
      assertThat(stepBackoff.timeUntilRetry(POOL)).isPositive();
    }

    @Test
    void ofWhatNeverHadAnEffectAreRareFromTheFirst() {
      int writes = 0;
      for (int second = 0; second < 60; second++) {
        stepBackoff.retainPlanned(POOL, List.of(new Resize(3, 2)), clock.instant());
        if (stepBackoff.failureHolding(POOL, new Resize(3, 2)).isEmpty()) {
          written(new Resize(3, 2));
          writes++;
        }
        clock.advance(Duration.ofSeconds(1));
      }

      assertThat(writes).isEqualTo(2);
    }

    @Test
    void areToldOnceAndStandUntilAnObservationShowsThatTheyLasted() {
      var told = new ArrayList<CallFailure>();
      for (int write = 0; write < 5; write++) {
        stepBackoff.recordSuccess(POOL, new Resize(3, 2)).ifPresent(told::add);
        clock.advance(Duration.ofMinutes(5));
        // The answer to the write itself proves nothing.
        stepBackoff.retainPlanned(POOL, List.of(), Instant.EPOCH);
      }
      var standing = stepBackoff.standingRevert(POOL);
      observedWithout();

      assertThat(told).hasSize(1);
      assertThat(standing)
          .hasValueSatisfying(
              failure -> assertThat(failure.message()).isEqualTo(told.getFirst().message()));
      assertThat(stepBackoff.standingRevert(POOL)).isEmpty();
    }

    @Test
    void areToldUntilTheyHaveLastedForAsLongAsTheyWouldBeHeldBack() {
      for (int write = 0; write < 4; write++) {
        written(new Resize(3, 2));
      }
      Instant last = clock.instant();
      Optional<Instant> look = stepBackoff.nextLookAtStandingRevert(POOL);
      observedWithout();
      boolean toldMeanwhile = stepBackoff.standingRevert(POOL).isPresent();
      clock.advance(Duration.between(clock.instant(), look.orElseThrow()));
      Optional<Instant> laterLook = stepBackoff.nextLookAtStandingRevert(POOL);
      stepBackoff.retainPlanned(POOL, List.of(), look.orElseThrow());

      assertThat(look).hasValue(last.plusSeconds(40));
      assertThat(toldMeanwhile).isTrue();
      assertThat(laterLook).hasValue(last.plusSeconds(80));
      assertThat(stepBackoff.standingRevert(POOL)).isEmpty();
      assertThat(stepBackoff.nextLookAtStandingRevert(POOL)).isEmpty();
    }

    @Test
    void ofWhatCouldNotBeNotedAreRareAndNotToldAsTakenBack() {
      var told = new ArrayList<CallFailure>();
      int writes = 0;
      for (int second = 0; second < 120; second++) {
        if (stepBackoff.failureHolding(POOL, new Resize(3, 2)).isEmpty()) {
          Instant begun = clock.instant();
          stepBackoff.recordSuccess(POOL, new Resize(3, 2)).ifPresent(told::add);
          stepBackoff.recordUnnoted(POOL, begun);
          writes++;
        }
        clock.advance(Duration.ofSeconds(1));
      }
      Optional<CallFailure> held = stepBackoff.failureHolding(POOL, new Resize(3, 2));
      clock.advance(Duration.ofMinutes(10));
      stepBackoff.recordSuccess(POOL, new Resize(3, 2)).ifPresent(told::add);

      assertThat(writes).isBetween(3, 6);
      assertThat(told).isEmpty();
      assertThat(stepBackoff.standingRevert(POOL)).isEmpty();
      assertThat(held)
          .hasValueSatisfying(
              failure ->
                  assertThat(failure.message())
                      .contains("it is done, which could not be written to the pool"));
    }

    @Test
    void ofWhatWasNotedBeforeCountAlsoWhereALaterNoteIsLost() {
      written(new Resize(3, 2));
      clock.advance(Duration.ofSeconds(1));
      stepBackoff.recordUnnoted(POOL, clock.instant());
      written(new Resize(3, 2));

      assertThat(stepBackoff.recordSuccess(POOL, new Resize(3, 2))).isPresent();
    }

    @Test
    void ofAPoolThatAsksForSomethingElseInBetweenAreNobodysDoing() {
      for (int i = 0; i < 5; i++) {
        written(new Resize(5, 3));
        written(new Resize(3, 5));
      }

      observedWithout();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(5, 3))).isEmpty();
      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }

    @Test
    void ofASizeThatFallsWithMachinesThatThePoolEndsAreNobodysDoing() {
      for (int machine = 0; machine < 5; machine++) {
        assertThat(stepBackoff.failureHolding(POOL, new Resize(6, 5))).isEmpty();
        assertThat(stepBackoff.recordSuccess(POOL, new Resize(6, 5))).isEmpty();
        observedWithout();
        written(new End("m-" + machine));
        observedWithout();
      }

      assertThat(stepBackoff.standingRevert(POOL)).isEmpty();
    }

    @Test
    void areForgottenAfterAWhile() {
      written(new Resize(3, 2));
      written(new Resize(3, 4));
      clock.advance(Duration.ofMinutes(30));

      assertThat(stepBackoff.failureHolding(POOL, new Resize(3, 4))).isEmpty();
    }
  }

  private void written(PlanStep planStep) {
    var _ = stepBackoff.recordSuccess(POOL, planStep);
  }

  /** An observation that begins now needs no more writes. */
  private void observedWithout() {
    clock.advance(Duration.ofMillis(1));
    stepBackoff.retainPlanned(POOL, List.of(), clock.instant());
  }

  private void failed(PlanStep planStep, ProviderException error) {
    stepBackoff.recordFailure(POOL, planStep, CallFailure.of(planStep, error));
  }
}
