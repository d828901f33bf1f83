package io.weir.api.conditions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.api.Json;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionListsTest {

  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");

  private static JsonNode json(String text) throws Exception {
    return Json.MAPPER.readTree(text.replace('\'', '"'));
  }

  @Test
  void theTimeOfTheLastChangeIsKeptWhileTheStatusStays() throws Exception {
    JsonNode list =
        json(
            "[{'type':'Ready','status':'False','reason':'A','message':'x',"
                + "'lastTransitionTime':'2020-01-01T00:00:00Z'}]");

    var same =
        ConditionLists.withConditions(list, List.of(Condition.ofFalse("Ready", "B", "y")), 0, NOW);
    var changed =
        ConditionLists.withConditions(list, List.of(Condition.ofTrue("Ready", "B", "")), 0, NOW);

    assertThat(same)
        .isEqualTo(
            json(
                "[{'type':'Ready','status':'False','reason':'B','message':'y',"
                    + "'lastTransitionTime':'2020-01-01T00:00:00Z'}]"));
    assertThat(ConditionLists.lastTransitionTime(changed, "Ready"))
        .contains(Instant.parse("2026-02-03T04:05:06Z"));
  }

  @Test
  void whatOthersWroteStaysAsItIsAndWhereItIs() throws Exception {
    JsonNode list =
        json("[{'type':'Theirs','status':'True','extra':[1]},{'type':'Ours','status':'True'}]");

    var result =
        ConditionLists.withConditions(
            list,
            List.of(Condition.ofTrue("New", "R", ""), Condition.ofTrue("Ours", "R", "")),
            4,
            NOW);

    assertThat(result)
        .extracting(node -> node.path("type").asText())
        .containsExactly("Theirs", "Ours", "New");
    assertThat(result.get(0)).isEqualTo(list.get(0));
    assertThat(result.get(1).path("observedGeneration").asInt()).isEqualTo(4);
  }

  @Test
  void aMissingListIsAnEmptyOne() {
    var result =
        ConditionLists.withConditions(
            MissingNode.getInstance(), List.of(Condition.ofUnknown("A", "R", "m")), 0, NOW);

    assertThat(ConditionLists.find(result, "A")).contains(Condition.ofUnknown("A", "R", "m"));
    assertThat(ConditionLists.isTrue(result, "A")).isFalse();
  }

  @Test
  void conditionsOfTheOldContractLeaveEmptyFieldsOut() throws Exception {
    JsonNode failed =
        ConditionLists.withV1Beta1(
            MissingNode.getInstance(),
            List.of(Condition.ofFalse("Ready", "Error", "Broken", "no subnet")),
            NOW);

    JsonNode mended =
        ConditionLists.withV1Beta1(failed, List.of(Condition.ofTrue("Ready")), NOW.plusSeconds(9));

    assertThat(failed.get(0).path("severity").asText()).isEqualTo("Error");
    assertThat(mended)
        .isEqualTo(
            json("[{'type':'Ready','status':'True','lastTransitionTime':'2026-02-03T04:05:15Z'}]"));
  }
}
