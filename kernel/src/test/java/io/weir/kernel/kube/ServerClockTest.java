package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerClockTest {

  private final SteppedClock local = new SteppedClock();
  private final ServerClock clock = new ServerClock("https://127.0.0.1:6443", local);

  @ParameterizedTest
  @ValueSource(longs = {-1200, -60, 6, 960, 1200, 86400})
  void isSoFarAheadAsTheDateOfAnswersSays(long seconds) {
    answer(Duration.ofSeconds(seconds), Duration.ofMillis(40));

    assertThat(clock.ahead())
        .isBetween(Duration.ofSeconds(seconds - 1), Duration.ofSeconds(seconds + 1));
  }

  @Test
  void agreesWhereTheDifferenceIsThatOfSecondsAndAnswersOnTheirWay() {
    answer(Duration.ofSeconds(-3), Duration.ofMillis(400));

    assertThat(clock.ahead()).isZero();
  }

  @Test
  void isNotReadFromAnAnswerThatTookLongOrHasNoTime() {
    answer(Duration.ofMinutes(20), Duration.ofSeconds(6));
    clock.answered(null, local.instant());
    clock.answered("yesterday", local.instant());

    assertThat(clock.ahead()).isZero();
  }

  @Test
  void followsAClockThatIsSetAndNotTheRestOfASecond() {
    answer(Duration.ofMinutes(20), Duration.ZERO);
    Duration first = clock.ahead();
    local.advance(Duration.ofMillis(700));
    answer(Duration.ofMinutes(20), Duration.ZERO);
    assertThat(clock.ahead()).isEqualTo(first);

    answer(Duration.ZERO, Duration.ZERO);
    assertThat(clock.ahead()).isZero();
  }

  private void answer(Duration ahead, Duration took) {
    Instant sent = local.instant();
    local.advance(took);
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            local.instant().plus(ahead).atOffset(ZoneOffset.UTC));
    clock.answered(date, sent);
  }
}
