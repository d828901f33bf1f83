package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.webhook.http.Readiness;
import io.weir.webhook.install.Registration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadinessRuleTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant SOON = START.plusSeconds(10);
  private static final Instant LATER = START.plusSeconds(60);

  private static final Registration RIGHT = new Registration(List.of(), true);
  private static final Registration ONE_WRONG = new Registration(List.of("one is wrong"), true);
  private static final Registration REFUSED = new Registration(List.of("all is wrong"), false);

  private final ReadinessRule fresh = ReadinessRule.startedAt(START);

  @Test
  void aReplicaThatHasNeverBeenRightWaitsForAMinute() {
    assertThat(fresh.after(ONE_WRONG).readiness(ONE_WRONG, SOON).ready()).isFalse();
    assertThat(fresh.after(ONE_WRONG).readiness(ONE_WRONG, LATER))
        .isEqualTo(new Readiness(true, List.of("one is wrong")));
  }

  @Test
  void oneThatWasRightStaysAndSaysWhatIsWrong() {
    ReadinessRule rule = fresh.after(RIGHT).after(ONE_WRONG);

    assertThat(rule.readiness(ONE_WRONG, SOON))
        .isEqualTo(new Readiness(true, List.of("one is wrong")));
  }

  @Test
  void oneThatWouldBeRefusedEverywhereLeavesHoweverLongItWasRight() {
    assertThat(fresh.after(RIGHT).readiness(REFUSED, LATER).ready()).isFalse();
    assertThat(fresh.after(RIGHT).readiness(RIGHT, SOON)).isEqualTo(Readiness.READY);
  }
}
