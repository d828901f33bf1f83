package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Ownership;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeletionDecisionTest {

  private static final Ownership OURS = new Ownership.Ours();
  private static final Ownership UNMARKED_OURS = new Ownership.Claimable(true, "its instances");
  private static final Ownership HELD = new Ownership.Held("in doubt");
  private static final Ownership ANOTHERS = new Ownership.Foreign("another pool's", true);
  private static final Ownership UNKNOWN = new Ownership.Foreign("no mark", false);

  private static final Set<String> NONE = Set.of();
  private static final Set<String> MEMBERS = Set.of("aws:///a/i-1");
  private static final Set<String> STRANGERS = Set.of("aws:///a/i-2");

  @Test
  void whatIsThePoolsGoesFirstWhateverElseIsThere() {
    for (Ownership ours : List.of(OURS, UNMARKED_OURS)) {
      for (Ownership other : List.of(OURS, ANOTHERS, UNKNOWN)) {
        assertThat(DeletionDecision.of(List.of(other, ours), MEMBERS, MEMBERS))
            .isEqualTo(DeletionDecision.CLEAN_UP);
      }
    }
  }

  @Test
  void aPoolWaitsWhilePeopleMustSayWhoseSomethingIs() {
    for (Ownership other : List.of(OURS, ANOTHERS)) {
      assertThat(DeletionDecision.of(List.of(other, HELD), NONE, NONE))
          .isEqualTo(DeletionDecision.HOLD);
    }
  }

  @Test
  void aPoolLetsGoOfWhatIsAnothersUnlessItsOwnMachinesAreInIt() {
    assertThat(DeletionDecision.of(List.of(ANOTHERS), MEMBERS, STRANGERS))
        .isEqualTo(DeletionDecision.RELEASE);
    assertThat(DeletionDecision.of(List.of(ANOTHERS), MEMBERS, MEMBERS))
        .isEqualTo(DeletionDecision.HOLD);
  }

  @Test
  void aPoolThatListsMachinesDoesNotLetGoOfWhatHasNoMark() {
    assertThat(DeletionDecision.of(List.of(ANOTHERS, UNKNOWN), MEMBERS, STRANGERS))
        .isEqualTo(DeletionDecision.HOLD);
    assertThat(DeletionDecision.of(List.of(UNKNOWN), NONE, STRANGERS))
        .isEqualTo(DeletionDecision.RELEASE);
  }
}
