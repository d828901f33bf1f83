package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class CompactNodeFactoryTest {

  private static final String OBJECT =
      """
      {"kind":"MachinePool","empty":"","none":null,"conditions":[{"type":"Ready","status":"True"},
      {"type":"Available","status":"True"}],"a":1,"b":2,"c":3,"d":4,"e":5}
      """;

  @Test
  void treesAreThoseThatTheyWouldBeWithoutIt() throws Exception {
    JsonNode compact = Json.MAPPER.readTree(OBJECT);

    assertThat(compact).isEqualTo(new ObjectMapper().readTree(OBJECT));
    assertThat(compact.toString()).isEqualTo(new ObjectMapper().readTree(OBJECT).toString());
  }

  @Test
  void textsThatRecurAreOneNode() throws Exception {
    JsonNode first = Json.MAPPER.readTree(OBJECT);
    JsonNode second = Json.MAPPER.readTree(OBJECT);

    assertThat(second.at("/conditions/0/status")).isSameAs(first.at("/conditions/1/status"));
  }

  @Test
  void longTextsAreNotKept() throws Exception {
    String data = "\"" + "x".repeat(65) + "\"";

    assertThat(Json.MAPPER.readTree(data))
        .isEqualTo(Json.MAPPER.readTree(data))
        .isNotSameAs(Json.MAPPER.readTree(data));
  }

  @Test
  void textsOfOneSlotDoNotTakeEachOthersPlaceInTrees() throws Exception {
    // "Aa" and "BB" have the same hash code.
    assertThat(Json.MAPPER.readTree("[\"Aa\",\"BB\",\"Aa\"]").toString())
        .isEqualTo("[\"Aa\",\"BB\",\"Aa\"]");
  }
}
