package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.retry.BackOff;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorRuleTest {

  private static final ProviderException NOT_FOUND = new ProviderException.NotFound("", null);
  private static final ProviderException BUSY = new ProviderException.Busy("", null);
  private static final ProviderException TRANSIENT = new ProviderException.Transient("", null);
  private static final ProviderException AMBIGUOUS = new ProviderException.Ambiguous("", null);
  private static final ProviderException DENIED = new ProviderException.Denied("", null);
  private static final ProviderException REJECTED = new ProviderException.Rejected("", null);

  @Test
  void whatPeopleMustMendIsTriedSeldomAndAllElseSoon() {
    assertThat(List.of(DENIED, REJECTED))
        .map(ErrorRule::of)
        .allMatch(ErrorRule::needsPeople)
        .allMatch(rule -> rule.pauses().equals(BackOff.HUMAN));
    assertThat(List.of(NOT_FOUND, BUSY, TRANSIENT, AMBIGUOUS))
        .map(ErrorRule::of)
        .noneMatch(ErrorRule::needsPeople)
        .allMatch(rule -> rule.pauses().equals(BackOff.TRANSIENT));
  }

  @Test
  void onlyAnAmbiguousErrorMayHaveTakenEffect() {
    assertThat(ErrorRule.of(AMBIGUOUS).ambiguous()).isTrue();
    assertThat(List.of(NOT_FOUND, BUSY, TRANSIENT, DENIED, REJECTED, throttled(1)))
        .map(ErrorRule::of)
        .noneMatch(ErrorRule::ambiguous);
  }

  @Test
  void theCloudIsObservedAnewWhereItIsNotAsExpected() {
    assertThat(List.of(NOT_FOUND, BUSY, AMBIGUOUS))
        .map(ErrorRule::of)
        .allMatch(ErrorRule::outdated);
    assertThat(List.of(TRANSIENT, DENIED, REJECTED, throttled(1)))
        .map(ErrorRule::of)
        .noneMatch(ErrorRule::outdated);
  }

  @Test
  void pausesOfAThrottleBeginWithWhatTheCloudAskedFor() {
    assertThat(ErrorRule.of(throttled(20)).asked()).contains(Duration.ofSeconds(20));
    assertThat(ErrorRule.of(throttled(20)).pauses().first()).isEqualTo(Duration.ofSeconds(20));
    assertThat(ErrorRule.of(throttled(0)).pauses().first()).isEqualTo(Duration.ofSeconds(1));
    assertThat(ErrorRule.of(throttled(600)).pauses().first()).isEqualTo(Duration.ofMinutes(2));
  }

  private static ProviderException throttled(int seconds) {
    return new ProviderException.Throttled("", Duration.ofSeconds(seconds), null);
  }
}
