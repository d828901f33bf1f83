package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.azure.scaleset.UpstreamSelection.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UpstreamSelectionTest {

  static Stream<JsonNode> situations() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            UpstreamSelectionTest.class.getResourceAsStream("/upstream/rolling.json"))) {
      return Json.MAPPER.readTree(in).valueStream().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("situations")
  void upstreamsOwnCodeHasAnsweredTheSame(JsonNode situation) {
    JsonNode input = situation.path("input");
    JsonNode output = situation.path("output");
    JsonNode update = input.at("/strategy/rollingUpdate");
    int desired = input.path("desiredReplicas").asInt();
    if (output.hasNonNull("selectError")) {
      return;
    }
    List<Machine> machines = machines(input, update.path("deletePolicy").asText());

    List<String> selected =
        new UpstreamSelection(
                desired,
                number(update.path("maxUnavailable"), desired),
                input.path("rolloutInProgress").asBoolean(),
                !input.path("skipModelReconciliation").asBoolean())
            .select(machines).stream().map(Machine::name).sorted().toList();

    if (output.has("selected")) {
      assertThat(selected)
          .as(situation.path("name").asText())
          .isEqualTo(output.path("selected").valueStream().map(JsonNode::asText).sorted().toList());
    } else {
      assertThat(selected)
          .as(situation.path("name").asText())
          .hasSize(output.path("selectedCount").asInt());
    }
  }

  private static int number(JsonNode value, int of) {
    String text = value.asText("0");
    return text.endsWith("%")
        ? of * Integer.parseInt(text.substring(0, text.length() - 1)) / 100
        : Integer.parseInt(text);
  }

  private static List<Machine> machines(JsonNode input, String policy) {
    Comparator<Machine> oldest = Comparator.comparing(Machine::created);
    return input
        .path("machines")
        .valueStream()
        .map(
            each ->
                new Machine(
                    each.path("name").asText(),
                    Instant.parse(each.path("creationTimestamp").asText()),
                    each.hasNonNull("deletionTimestamp"),
                    each.path("ready").asBoolean(),
                    each.path("latestModelApplied").asBoolean(),
                    each.path("provisioningState").asText(""),
                    each.path("deleteMachineAnnotation").asBoolean()))
        .sorted(policy.equals("Newest") ? oldest.reversed() : oldest)
        .toList();
  }
}
