package io.weir.engine.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.engine.retire.DeletePolicy;
import io.weir.engine.rollout.RolloutAnnotations.Engine;
import io.weir.engine.rollout.RolloutAnnotations.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutAnnotationsTest {

  @Test
  void ofAPoolWithoutAnyAreTheDefaults() {
    assertThat(RolloutAnnotations.of(Map.of("a", "b")))
        .isEqualTo(
            new RolloutAnnotations(
                RolloutStrategy.DEFAULT, false, Optional.empty(), false, List.of()));
  }

  @Test
  void areAllRead() {
    ObjectNode pool = Json.MAPPER.createObjectNode();
    pool.withObject("/metadata/annotations")
        .put(MetadataKeys.MAX_SURGE, "25%")
        .put(MetadataKeys.MAX_UNAVAILABLE, "2")
        .put(MetadataKeys.DELETE_POLICY, "Newest")
        .put(MetadataKeys.ROLLOUT, "paused")
        .put(MetadataKeys.ROLLOUT_ENGINE, "weir")
        .put(MetadataKeys.CLOUD_TERMINATIONS, "drain");

    RolloutAnnotations read = RolloutAnnotations.read(new ApiObject(pool), RolloutStrategy.DEFAULT);

    assertThat(read.strategy())
        .isEqualTo(
            new RolloutStrategy(
                new IntOrPercent(25, true), IntOrPercent.of(2), DeletePolicy.NEWEST));
    assertThat(read.paused()).isTrue();
    assertThat(read.engine()).contains(Engine.WEIR);
    assertThat(read.drainsCloudTerminations()).isTrue();
    assertThat(read.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "weir.io/max-surge, -1",
    "weir.io/max-surge, ''",
    "weir.io/max-surge, 1.5",
    "weir.io/max-unavailable, half",
    "weir.io/max-unavailable, 10 %",
    "weir.io/delete-policy, oldest",
    "weir.io/rollout, running",
    "weir.io/rollout-engine, aws",
    "weir.io/cloud-terminations, true",
  })
  void thatCannotBeUnderstoodCountAsNotSaidAndAreTold(String key, String value) {
    RolloutAnnotations read = RolloutAnnotations.of(Map.of(key, value));

    assertThat(read.strategy()).isEqualTo(RolloutStrategy.DEFAULT);
    assertThat(read.paused()).isFalse();
    assertThat(read.engine()).isEmpty();
    assertThat(read.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .startsWith(
                        "metadata.annotations[%s] is \"%s\", which counts as not set: it must be"
                            .formatted(key, value)));
  }

  @Test
  void oneBadValueLeavesTheOthersAsTheyAre() {
    RolloutAnnotations read =
        RolloutAnnotations.of(
            Map.of(MetadataKeys.MAX_SURGE, "lots", MetadataKeys.MAX_UNAVAILABLE, "1"));

    assertThat(read.strategy())
        .isEqualTo(
            new RolloutStrategy(IntOrPercent.of(1), IntOrPercent.of(1), DeletePolicy.OLDEST));
  }

  @Test
  void aLongValueIsNotShownWhole() {
    assertThat(new Problem("a", "x".repeat(5000), "must be short").message()).hasSizeLessThan(250);
  }
}
