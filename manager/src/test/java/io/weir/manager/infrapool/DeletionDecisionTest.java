package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Ownership;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeletionDecisionTest {

  private static final Ownership OURS = new Ownership.Ours();
  private static final Ownership UNMARKED_OURS = new Ownership.Claimable(true, "its instances");
  private static final Ownership HELD = new Ownership.Held("in doubt");
  private static final Ownership ANOTHERS = new Ownership.Foreign("another pool's", true);
  private static final Ownership UNKNOWN = new Ownership.Foreign("no mark", false);

  @Test
  void whatIsThePoolsGoesFirstWhateverElseIsThere() {
    for (Ownership ours : List.of(OURS, UNMARKED_OURS)) {
      for (Ownership other : List.of(OURS, ANOTHERS, UNKNOWN)) {
        assertThat(DeletionDecision.of(List.of(other, ours), true))
            .isEqualTo(DeletionDecision.CLEAN_UP);
      }
    }
  }

  @Test
  void aPoolWaitsWhilePeopleMustSayWhoseSomethingIs() {
    assertThat(DeletionDecision.of(List.of(OURS, HELD), false)).isEqualTo(DeletionDecision.HOLD);
    assertThat(DeletionDecision.of(List.of(ANOTHERS, HELD), false))
        .isEqualTo(DeletionDecision.HOLD);
  }

  @Test
  void aPoolWithMachinesLetsGoOnlyOfWhatIsSurelyAnothers() {
    assertThat(DeletionDecision.of(List.of(ANOTHERS), true)).isEqualTo(DeletionDecision.RELEASE);
    assertThat(DeletionDecision.of(List.of(ANOTHERS, UNKNOWN), true))
        .isEqualTo(DeletionDecision.HOLD);
    assertThat(DeletionDecision.of(List.of(UNKNOWN), false)).isEqualTo(DeletionDecision.RELEASE);
  }
}
