package io.weir.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnusedConfigStateTest {

  private static final Instant LEFT = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final UnusedConfigState UNDER_WAY =
      new UnusedConfigState(Optional.of(LEFT), Optional.empty());

  private static UnusedConfigState at(UnusedConfigState before, Duration later, boolean settled) {
    return before.advance(LEFT.plus(later), settled, HOUR);
  }

  @Nested
  class TheTokenOfAConfigThatIsNotNamedAnyMore {

    @Test
    void goesOnForAWhileEvenWhereThePoolTellsOfNoRollout() {
      UnusedConfigState first = at(UnusedConfigState.IN_USE, Duration.ZERO, true);
      UnusedConfigState later = at(first, Duration.ofMinutes(59), true);

      assertThat(first).isEqualTo(UNDER_WAY);
      assertThat(later).isEqualTo(UNDER_WAY);
    }

    @Test
    void goesOnAsLongAsTheRolloutTakes() {
      assertThat(at(UNDER_WAY, Duration.ofDays(2), false)).isEqualTo(UNDER_WAY);
    }

    @Test
    void endsWhenThePoolHasSettled() {
      assertThat(at(UNDER_WAY, HOUR, true).tokenEndedAt()).contains(LEFT.plus(HOUR));
    }

    @Test
    void isNotRevivedByALaterRollout() {
      UnusedConfigState ended = at(UNDER_WAY, HOUR, true);

      assertThat(at(ended, Duration.ofDays(9), false)).isEqualTo(ended);
    }
  }

  @Nested
  class TheSecret {

    private final ObjectNode tree =
        TestObjects.parse("{\"metadata\": {\"annotations\": {\"theirs\": \"1\"}}}");

    @Test
    void remembersHowFarItIs() {
      UnusedConfigState ended = at(UNDER_WAY, HOUR, true);

      ended.writeTo(tree);

      assertThat(UnusedConfigState.of(new ApiObject(tree))).isEqualTo(ended);
    }

    @Test
    void forgetsItWhenTheConfigIsNamedAgain() {
      at(UNDER_WAY, HOUR, true).writeTo(tree);

      UnusedConfigState.IN_USE.writeTo(tree);

      assertThat(tree)
          .isEqualTo(TestObjects.parse("{\"metadata\": {\"annotations\": {\"theirs\": \"1\"}}}"));
    }

    @Test
    void thatSomebodyHasSpoiltCountsFromNowOn() {
      UNDER_WAY.writeTo(tree);
      tree.withObject("/metadata/annotations").put("bootstrap.weir.io/unused-since", "yesterday");

      assertThat(UnusedConfigState.of(new ApiObject(tree))).isEqualTo(UnusedConfigState.IN_USE);
    }
  }

  @Nested
  class APool {

    private final ObjectNode pool = TestObjects.pool("ns", "c", "workers");

    private ConfigOwner owner() {
      return new ConfigOwner(new ApiObject(pool));
    }

    private ApiObject config(String name) {
      return new ApiObject(
          TestObjects.config(new ApiObject(TestObjects.pool("ns", "c", name)), "{}"));
    }

    @Test
    void usesTheConfigThatItNamesAndTheOneWhoseSecretItStillHas() {
      pool.withObject("/spec/template/spec/bootstrap").put("dataSecretName", "before");

      assertThat(owner().uses(config("workers"))).isTrue();
      assertThat(owner().uses(config("before"))).isTrue();
      assertThat(owner().uses(config("other"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
      "3, False, True, true",
      "3, , , true",
      "2, False, True, false",
      "3, True, True, false",
      "3, Unknown, True, false",
      "3, False, False, false",
      "3, False, Unknown, false",
    })
    void isSettledUnlessItSaysThatItRollsOrCannot(
        long observed, String rollingOut, String infrastructureReady, boolean settled) {
      pool.withObject("/metadata").put("generation", 3);
      pool.withObject("/status").put("observedGeneration", observed);
      told("RollingOut", rollingOut);
      told("InfrastructureReady", infrastructureReady);

      assertThat(owner().isSettled()).isEqualTo(settled);
    }

    private void told(String type, String status) {
      if (status != null) {
        pool.withObject("/status")
            .withArray("conditions")
            .addObject()
            .put("type", type)
            .put("status", status);
      }
    }
  }
}
