package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.PoolReadiness.ReadinessState;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolReadinessTest {
  private static final PoolIdentity POOL =
      new PoolIdentity(
          new ObjectKey("team", "workers"),
          "uid",
          "demo",
          "workers",
          OwnershipClaim.byMarks(new PoolMarks("here", "TestPool/team/workers"), "team"));
  private final ProviderException hiccup = new ProviderException.Transient("slow", null);
  private final ProviderException denied = new ProviderException.Denied("no right", null);

  private record TestDesiredState() implements DesiredState {}

  private record TestObservedState(boolean ours, String wrong) implements ObservedState {
    @Override
    public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
      return List.of(ours ? new Ownership.Ours() : new Ownership.Foreign("it is another's", true));
    }

    @Override
    public List<Instance> instances() {
      return List.of();
    }

    @Override
    public boolean isChanging() {
      return true;
    }

    @Override
    public Optional<String> problem() {
      return ObservedState.joinProblems(List.of(wrong, "", wrong).stream());
    }
  }

  private static final Observation<TestObservedState> UNKNOWN =
      new Observation.Unknown<>("never looked");
  private static final Observation<TestObservedState> ABSENT =
      new Observation.ProvenAbsent<>(Instant.EPOCH);

  private static Observation<TestObservedState> seen(boolean ours, String wrong) {
    return new Observation.Present<>(new TestObservedState(ours, wrong), Instant.EPOCH);
  }

  private static Optional<PoolReadiness> standing(
      Observation<TestObservedState> seen,
      boolean deleting,
      ProviderException failure,
      PoolReadiness special) {
    var failed = Optional.ofNullable(failure).map(error -> new CallFailure("look", error));
    var reportContext =
        new ReportContext<TestDesiredState, TestObservedState>(
            POOL, Optional.empty(), seen, failed, deleting);
    return PoolReadiness.of(reportContext, _ -> Optional.ofNullable(special));
  }

  @Test
  void isNotToldOfWhatNobodyHasSeen() {
    assertThat(standing(UNKNOWN, false, hiccup, null)).isEmpty();
    assertThat(standing(UNKNOWN, false, denied, null).orElseThrow().state())
        .isEqualTo(ReadinessState.BLOCKED);
  }

  @Test
  void ofWhatIsMissingSaysWhy() {
    assertThat(standing(ABSENT, false, null, null))
        .hasValue(PoolReadiness.waiting("pool workers does not exist yet"));
    assertThat(standing(ABSENT, false, hiccup, null))
        .hasValue(PoolReadiness.waiting("cannot look: slow"));
    assertThat(standing(ABSENT, false, denied, null))
        .hasValue(PoolReadiness.blocked("cannot look: no right"));
  }

  @Test
  void isWellThroughAHiccup() {
    assertThat(standing(seen(true, ""), false, hiccup, null))
        .hasValue(new PoolReadiness(ReadinessState.READY, ""));
  }

  @Test
  void isWellWithAWarningWhereAWriteDoesNotLast() {
    assertThat(standing(seen(true, ""), false, new ProviderException.Reverted("it vanishes"), null))
        .hasValue(new PoolReadiness(ReadinessState.READY, "cannot look: it vanishes"));
  }

  @Test
  void ofOneThatIsTroubledSaysItOnce() {
    assertThat(standing(seen(true, "no stock"), false, null, null))
        .hasValue(new PoolReadiness(ReadinessState.DEGRADED, "no stock"));
  }

  @Test
  void ofAnothersIsStuckWhateverElseIsSo() {
    assertThat(standing(seen(false, "x"), true, denied, PoolReadiness.waiting("goes")))
        .hasValue(
            PoolReadiness.blocked(
                "left alone: it is another's; or, to let the pool go and leave its machines, remove"
                    + " its finalizer"));
    assertThat(standing(seen(false, "x"), false, denied, PoolReadiness.waiting("goes")))
        .hasValue(PoolReadiness.blocked("it is another's"));
  }

  @Test
  void thatIsSpecialComesFirstButNotBeforeWhatHindersADeletion() {
    var special = PoolReadiness.waiting("goes");

    assertThat(standing(seen(true, "x"), false, denied, special)).hasValue(special);
    assertThat(standing(seen(true, "x"), true, hiccup, special)).hasValue(special);
    assertThat(standing(seen(true, "x"), true, denied, special))
        .hasValue(PoolReadiness.blocked("cannot look: no right"));
  }

  @Test
  void becomesConditionsOfEitherForm() {
    var reasons = Map.of(ReadinessState.READY, "Fine", ReadinessState.BLOCKED, "Broken");

    assertThat(
            PoolReadiness.blocked("why")
                .toConditions(PoolKind.ConditionStyle.WITH_SEVERITY, reasons, "A", "B"))
        .containsExactly(
            new Condition("A", ConditionStatus.FALSE, "Error", "Broken", "why"),
            new Condition("B", ConditionStatus.FALSE, "Error", "Broken", "why"));
    assertThat(
            new PoolReadiness(ReadinessState.READY, "")
                .toConditions(PoolKind.ConditionStyle.WITH_SEVERITY, reasons, "A"))
        .containsExactly(Condition.ofTrue("A"));
    assertThat(
            new PoolReadiness(ReadinessState.READY, "")
                .toConditions(PoolKind.ConditionStyle.WITH_REASON, reasons, "A"))
        .containsExactly(new Condition("A", ConditionStatus.TRUE, "", "Fine", ""));
  }
}
