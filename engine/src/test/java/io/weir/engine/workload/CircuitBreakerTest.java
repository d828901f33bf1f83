package io.weir.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.workload.CircuitBreaker.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private static final Duration QUICK = Duration.ofMillis(50);
  private static final Duration STALLED = Duration.ofSeconds(5);

  private final CircuitBreaker breaker = new CircuitBreaker(CircuitBreaker.Settings.DEFAULT);
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private Change request(Duration took) {
    CircuitBreaker.Attempt attempt = breaker.begin(now).orElseThrow();
    now = now.plus(took);
    return breaker.end(attempt, took.compareTo(STALLED) < 0, took, now);
  }

  private Duration untilTrial() {
    breaker.boundPause(now);
    Duration wait = Duration.between(now, breaker.openUntil().orElseThrow());
    now = now.plus(wait);
    return wait;
  }

  @Test
  void oneRequestWithoutAnAnswerOpensIt() {
    assertThat(request(STALLED)).isEqualTo(Change.OPENED);

    assertThat(breaker.begin(now)).isEmpty();
  }

  @Test
  void aClockThatIsSetBackHoldsNoRequestBackForLongerThanAPause() {
    request(STALLED);
    now = now.minus(Duration.ofHours(1));

    assertThat(untilTrial()).isEqualTo(Duration.ofSeconds(5));
    assertThat(request(QUICK)).isEqualTo(Change.CLOSED);
  }

  @Test
  void answersThatComeJustInTimeOpenItTooHoweverManyQuickOnesComeBetween() {
    var changes = new ArrayList<Change>();
    while (breaker.openUntil().isEmpty()) {
      changes.add(request(Duration.ofMillis(4_900)));
      if (breaker.openUntil().isEmpty()) {
        changes.add(request(QUICK));
      }
    }

    assertThat(changes).containsExactly(Change.NONE, Change.NONE, Change.OPENED);
  }

  @Test
  void aServerThatIsSlowNowAndThenIsNotHeldBack() {
    for (int request = 0; request < 1_000; request++) {
      assertThat(request(request % 100 == 0 ? Duration.ofSeconds(2) : Duration.ofMillis(300)))
          .isEqualTo(Change.NONE);
    }
  }

  @Test
  void itIsTriedLessAndLessOftenAndToldOnce() {
    var waits = new ArrayList<Long>();
    assertThat(request(STALLED)).isEqualTo(Change.OPENED);
    for (int trial = 0; trial < 9; trial++) {
      waits.add(untilTrial().toSeconds());
      assertThat(request(STALLED)).isEqualTo(Change.NONE);
    }

    assertThat(waits).isEqualTo(List.of(5L, 10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L));
  }

  @Test
  void oneRequestAtATimeIsTried() {
    Change _ = request(STALLED);
    Duration _ = untilTrial();

    Optional<CircuitBreaker.Attempt> trial = breaker.begin(now);

    assertThat(trial).isPresent();
    assertThat(breaker.begin(now)).isEmpty();
  }

  @Test
  void oneQuickAnswerClosesIt() {
    Change _ = request(STALLED);
    Duration _ = untilTrial();

    assertThat(request(QUICK)).isEqualTo(Change.CLOSED);

    assertThat(breaker.openUntil()).isEmpty();
  }

  @Test
  void aTrialThatNeverReachedTheServerLeavesItOpenForAnother() {
    Change _ = request(STALLED);
    Duration _ = untilTrial();
    CircuitBreaker.Attempt refused = breaker.begin(now).orElseThrow();

    assertThat(breaker.end(refused, false, Duration.ZERO, now)).isEqualTo(Change.NONE);

    assertThat(breaker.begin(now)).isPresent();
  }

  @Test
  void whoStallsAgainRightAfterAnAnswerWaitsLongerThanBefore() {
    Change _ = request(STALLED);
    Duration first = untilTrial();
    Change _ = request(QUICK);

    assertThat(request(STALLED)).isEqualTo(Change.NONE);

    assertThat(untilTrial()).isGreaterThan(first);
  }

  @Test
  void whatBeganBeforeItOpenedDoesNotPutTheTrialOff() {
    CircuitBreaker.Attempt other = breaker.begin(now).orElseThrow();
    Change _ = request(STALLED);
    Optional<Instant> until = breaker.openUntil();

    Change change = breaker.end(other, false, STALLED, now.plusSeconds(1));

    assertThat(change).isEqualTo(Change.NONE);
    assertThat(breaker.openUntil()).isEqualTo(until);
  }
}
