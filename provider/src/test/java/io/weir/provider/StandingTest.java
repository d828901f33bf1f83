package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Progress.Failure;
import io.weir.provider.Standing.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandingTest {
  private static final PoolName POOL =
      new PoolName(new ObjectKey("team", "workers"), "uid", "demo", "workers");
  private final ProviderException hiccup = new ProviderException.Transient("slow", null);
  private final ProviderException denied = new ProviderException.Denied("no right", null);

  private record Want() implements Desired {}

  private record Thing(boolean ours, String wrong) implements Observed {
    @Override
    public Ownership ownership(PoolName pool, Notes notes) {
      return ours ? new Ownership.Ours() : new Ownership.Foreign("it is another's");
    }

    @Override
    public List<Instance> instances() {
      return List.of();
    }

    @Override
    public boolean moving() {
      return true;
    }

    @Override
    public Optional<String> trouble() {
      return Observed.told(List.of(wrong, "", wrong).stream());
    }
  }

  private static final Observation<Thing> UNKNOWN = new Observation.Unknown<>("never looked");
  private static final Observation<Thing> ABSENT = new Observation.ProvenAbsent<>(Instant.EPOCH);

  private static Observation<Thing> seen(boolean ours, String wrong) {
    return new Observation.Seen<>(new Thing(ours, wrong), Instant.EPOCH);
  }

  private static Optional<Standing> standing(
      Observation<Thing> seen, boolean deleting, ProviderException failure, Standing special) {
    var failed = Optional.ofNullable(failure).map(error -> new Failure("look", error));
    var progress = new Progress<Want, Thing>(Optional.empty(), seen, failed, deleting);
    return Standing.of(POOL, progress, _ -> Optional.ofNullable(special));
  }

  @Test
  void isNotToldOfWhatNobodyHasSeen() {
    assertThat(standing(UNKNOWN, false, hiccup, null)).isEmpty();
    assertThat(standing(UNKNOWN, false, denied, null).orElseThrow().kind()).isEqualTo(Kind.STUCK);
  }

  @Test
  void ofWhatIsMissingSaysWhy() {
    assertThat(standing(ABSENT, false, null, null))
        .hasValue(Standing.waiting("pool workers does not exist yet"));
    assertThat(standing(ABSENT, false, hiccup, null))
        .hasValue(Standing.waiting("cannot look: slow"));
    assertThat(standing(ABSENT, false, denied, null))
        .hasValue(Standing.stuck("cannot look: no right"));
  }

  @Test
  void isWellThroughAHiccup() {
    assertThat(standing(seen(true, ""), false, hiccup, null)).hasValue(new Standing(Kind.WELL, ""));
  }

  @Test
  void ofOneThatIsTroubledSaysItOnce() {
    assertThat(standing(seen(true, "no stock"), false, null, null))
        .hasValue(new Standing(Kind.TROUBLED, "no stock"));
  }

  @Test
  void ofAnothersIsStuckWhateverElseIsSo() {
    assertThat(standing(seen(false, "x"), true, denied, Standing.waiting("goes")))
        .hasValue(Standing.stuck("it is another's"));
  }

  @Test
  void thatIsSpecialComesFirstButNotBeforeWhatHindersADeletion() {
    var special = Standing.waiting("goes");

    assertThat(standing(seen(true, "x"), false, denied, special)).hasValue(special);
    assertThat(standing(seen(true, "x"), true, hiccup, special)).hasValue(special);
    assertThat(standing(seen(true, "x"), true, denied, special))
        .hasValue(Standing.stuck("cannot look: no right"));
  }

  @Test
  void becomesConditionsOfEitherForm() {
    var reasons = Map.of(Kind.WELL, "Fine", Kind.STUCK, "Broken");

    assertThat(
            Standing.stuck("why").conditions(PoolKind.Conditions.WITH_SEVERITY, reasons, "A", "B"))
        .containsExactly(
            new Condition("A", ConditionStatus.FALSE, "Error", "Broken", "why"),
            new Condition("B", ConditionStatus.FALSE, "Error", "Broken", "why"));
    assertThat(
            new Standing(Kind.WELL, "").conditions(PoolKind.Conditions.WITH_SEVERITY, reasons, "A"))
        .containsExactly(Condition.isTrue("A"));
    assertThat(
            new Standing(Kind.WELL, "").conditions(PoolKind.Conditions.WITH_REASON, reasons, "A"))
        .containsExactly(new Condition("A", ConditionStatus.TRUE, "", "Fine", ""));
  }
}
