package io.weir.engine.retire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetirementsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void whatIsWrittenIsReadAgain() {
    var retirements =
        new Retirements(
            new TreeMap<>(
                Map.of(
                    "i-0a",
                    new Retirement(
                        Set.of(RetirementReason.ROLL, RetirementReason.SCALE_IN),
                        RetirementState.SHRINKING,
                        NOW))),
            2,
            ReplacementBackoff.NONE.increased(NOW));

    String text = retirements.text().orElseThrow();

    assertThat(text)
        .isEqualTo(
            """
            {"format":1,"surge":2,"inVain":{"count":1,"last":"2026-01-01T12:00:00Z"},"leaving":{"i-0a":\
            {"state":"shrinking","reasons":["scale-in","roll"],"since":"2026-01-01T12:00:00Z"}}}\
            """);
    assertThat(Retirements.parse(text)).contains(retirements);
  }

  @Test
  void nothingIsWrittenOfNobody() {
    assertThat(Retirements.NONE.text()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "[]",
        "{\"format\":2,\"leaving\":{}}",
        "{\"format\":1,\"leaving\":{\"i\":{\"state\":\"flying\",\"reasons\":[\"roll\"],\"since\":\"2026-01-01T12:00:00Z\"}}}",
        "{\"format\":1,\"leaving\":{\"i\":{\"state\":\"draining\",\"reasons\":[],\"since\":\"2026-01-01T12:00:00Z\"}}}",
        "{\"format\":1,\"leaving\":{\"i\":{\"state\":\"draining\",\"reasons\":[\"whim\"],\"since\":\"2026-01-01T12:00:00Z\"}}}",
        "{\"format\":1,\"leaving\":{\"i\":{\"state\":\"draining\",\"reasons\":[\"roll\"],\"since\":\"yesterday\"}}}"
      })
  void whatIsNotInItsFormIsNotTakenForNothing(String text) {
    assertThat(Retirements.parse(text)).isEmpty();
  }

  @Test
  void eachVainReplacementWaitsTwiceAsLongUpToSomeHours() {
    ReplacementBackoff backoff = ReplacementBackoff.NONE;
    assertThat(backoff.nextAt()).isBefore(NOW);
    backoff = backoff.increased(NOW);
    assertThat(backoff.nextAt()).isEqualTo("2026-01-01T12:10:00Z");
    backoff = backoff.increased(NOW);
    assertThat(backoff.nextAt()).isEqualTo("2026-01-01T12:20:00Z");
    for (int i = 0; i < 100; i++) {
      backoff = backoff.increased(NOW);
    }
    assertThat(backoff.nextAt()).isEqualTo("2026-01-01T17:20:00Z");
  }
}
