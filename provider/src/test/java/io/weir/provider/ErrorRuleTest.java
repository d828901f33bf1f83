package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.retry.Backoff;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorRuleTest {

  private final ProviderException notFound = new ProviderException.NotFound("", null);
  private final ProviderException busy = new ProviderException.Busy("", null);
  private final ProviderException passing = new ProviderException.Transient("", null);
  private final ProviderException ambiguous = new ProviderException.Ambiguous("", null);
  private final ProviderException denied = new ProviderException.Denied("", null);
  private final ProviderException rejected = new ProviderException.Rejected("", null);

  @Test
  void whatPeopleMustMendIsTriedSeldomAndAllElseSoon() {
    assertThat(List.of(denied, rejected))
        .map(ErrorRule::of)
        .allMatch(ErrorRule::needsPeople)
        .allMatch(rule -> rule.pauses().equals(Backoff.HUMAN));
    assertThat(List.of(notFound, busy, passing, ambiguous))
        .map(ErrorRule::of)
        .noneMatch(ErrorRule::needsPeople)
        .allMatch(rule -> rule.pauses().equals(Backoff.TRANSIENT));
  }

  @Test
  void onlyAnAmbiguousErrorMayHaveTakenEffect() {
    assertThat(ErrorRule.of(ambiguous).ambiguous()).isTrue();
    assertThat(List.of(notFound, busy, passing, denied, rejected, throttled(1)))
        .map(ErrorRule::of)
        .noneMatch(ErrorRule::ambiguous);
  }

  @Test
  void theCloudIsObservedAnewWhereItIsNotAsExpected() {
    assertThat(List.of(notFound, busy, ambiguous)).map(ErrorRule::of).allMatch(ErrorRule::outdated);
    assertThat(List.of(passing, denied, rejected, throttled(1)))
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
