package io.weir.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandingRefusalsTest {

  private static final ObjectKey KEY = new ObjectKey("team", "workers");

  private final StandingRefusals refusals = new StandingRefusals();

  private static Optional<AuditEvent> refusal(String uid, String reason) {
    var subject =
        new AuditSubject(new GroupKind("g", "Pool"), KEY, uid, new ObjectKey("team", "prod"));
    return Optional.of(new AuditEvent.ForeignObjectRefused(subject, reason));
  }

  @Test
  void isNewsWhenItBeginsAndWhenItChangesAndNotInBetween() {
    assertThat(refusals.changed(KEY, refusal("1", "a"))).isPresent();
    assertThat(refusals.changed(KEY, refusal("1", "a"))).isEmpty();
    assertThat(refusals.changed(KEY, refusal("1", "b"))).isPresent();
    assertThat(refusals.changed(KEY, refusal("2", "b"))).isPresent();
  }

  @Test
  void isNewsAgainAfterItEnded() {
    Optional<AuditEvent> _ = refusals.changed(KEY, refusal("1", "a"));

    assertThat(refusals.changed(KEY, Optional.empty())).isEmpty();

    assertThat(refusals.changed(KEY, refusal("1", "a"))).isPresent();
  }

  @Test
  void madeUpObjectsDoNotFillTheMemory() {
    for (int number = 0; number <= 10_000; number++) {
      Optional<AuditEvent> _ =
          refusals.changed(new ObjectKey("team", "made-up-" + number), refusal("1", "a"));
    }

    // The first was forgotten for the last, and the second was not.
    assertThat(refusals.changed(new ObjectKey("team", "made-up-1"), refusal("1", "a"))).isEmpty();
    assertThat(refusals.changed(new ObjectKey("team", "made-up-0"), refusal("1", "a"))).isPresent();
  }
}
