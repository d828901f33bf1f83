package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "1h0m5s, 3605",
    "1.5h, 5400",
    ".5m, 30",
    "2.s, 2",
    "90s, 90",
    "+1m, 60",
    "-1m30s, -90",
    "1500ms, 1.5",
    "250us, 0.00025",
    "250µs, 0.00025",
    "250μs, 0.00025",
    "7ns, 0.000000007",
    "0, 0",
    "+0, 0",
    "-0, 0",
    "0s, 0"
  })
  void itsSecondsAreExact(String text, BigDecimal seconds) {
    assertThat(GoDuration.parseSeconds(text))
        .hasValueSatisfying(found -> assertThat(found).isEqualByComparingTo(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "5", "00", "1d", "1 h", "h", ".s", "1h-5m", "--1s", "1s ", "٣s"})
  void whatGoWouldNotReadIsNone(String text) {
    assertThat(GoDuration.parseSeconds(text)).isEmpty();
  }

  @Test
  void aTextThatNobodyWritesIsNoneWithoutBeingRead() {
    assertThat(GoDuration.parseSeconds("1s".repeat(50))).isPresent();
    assertThat(GoDuration.parseSeconds("1s".repeat(1_000_000))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 59, 60, 65, 3600, 3661, 172_800, -90})
  void whatIsWrittenReadsAsItWas(long seconds) {
    assertThat(GoDuration.parseSeconds(GoDuration.format(seconds)))
        .hasValueSatisfying(found -> assertThat(found).isEqualByComparingTo("" + seconds));
  }
}
