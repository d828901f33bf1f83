package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random objects, made from the schemas, there and back. */
class RoundTripTest {

  private static final int ROUNDS = 200;
  private final long seed = Long.getLong("weir.seed", 1);

  static Stream<GroupKind> kinds() {
    return ConversionSchemas.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nothingOfTheStoredVersionIsLost(GroupKind kind) {
    JsonNode schema = ConversionSchemas.of(kind, "v1beta2");
    for (int each = 0; each < ROUNDS; each++) {
      int round = each;
      ObjectNode given = made(kind, "v1beta2", schema, round);

      ObjectNode older = convert(given, "v1beta1", contracts(round));
      ObjectNode back = convert(older, "v1beta2", contracts(round + 1));

      assertThat(back).as(() -> shown(round, given)).isEqualTo(given);
    }
  }

  /** The API server converts parts of objects, too, when it works out who owns what. */
  @ParameterizedTest
  @MethodSource("kinds")
  void partsOfObjectsConvertToo(GroupKind kind) {
    for (int each = 0; each < ROUNDS; each++) {
      int round = each;
      var random = new Random(seed + round);
      ObjectNode older = made(kind, "v1beta1", ConversionSchemas.of(kind, "v1beta1"), round);
      ObjectNode given = made(kind, "v1beta2", ConversionSchemas.of(kind, "v1beta2"), round);
      RandomSchemaObjects.removeSomeFields(older, random);
      RandomSchemaObjects.removeSomeFields(given, random);
      TreeFields.dropIfEmpty(given, "metadata");

      ObjectNode back =
          convert(convert(given, "v1beta1", contracts(round)), "v1beta2", contracts(round));

      assertThat(back).as(() -> shown(round, given)).isEqualTo(given);
      assertThat(convert(older, "v1beta2", contracts(round)).path("kind"))
          .isEqualTo(older.path("kind"));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void ofTheOlderVersionOnlyTheListedLossesAreLost(GroupKind kind) throws IOException {
    JsonNode schema = ConversionSchemas.of(kind, "v1beta1");
    for (int each = 0; each < ROUNDS; each++) {
      int round = each;
      ObjectNode given = made(kind, "v1beta1", schema, round);

      ObjectNode hub = convert(given, "v1beta2", contracts(round));
      ObjectNode back = convert(hub, "v1beta1", contracts(round + 1));

      TreeFields.getOrEmpty(back, "metadata").remove("annotations");
      assertThat(read(ConversionLoss.all(back)))
          .as(() -> shown(round, given))
          .isEqualTo(read(ConversionLoss.all(given)));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theOlderVersionAcceptsWhatTheStoredOneAccepts(GroupKind kind) {
    JsonNode schema = ConversionSchemas.of(kind, "v1beta2");
    for (int each = 0; each < ROUNDS; each++) {
      int round = each;
      ObjectNode given = made(kind, "v1beta2", schema, round);
      assertThat(SchemaValidator.problems(given, schema)).as(() -> shown(round, given)).isEmpty();

      ObjectNode older = convert(given, "v1beta1", contracts(round));

      assertThat(SchemaValidator.problems(older, ConversionSchemas.of(kind, "v1beta1")))
          .as(() -> shown(round, given))
          .isEmpty();
    }
  }

  /** Within the limits that only the stored version has, which no conversion can mend. */
  @ParameterizedTest
  @MethodSource("kinds")
  void theStoredVersionAcceptsWhatTheOlderOneAccepts(GroupKind kind) {
    JsonNode schema = ConversionSchemas.olderThatFits(kind);
    for (int each = 0; each < ROUNDS; each++) {
      int round = each;
      ObjectNode given = made(kind, "v1beta1", schema, round);
      assertThat(SchemaValidator.problems(given, schema)).as(() -> shown(round, given)).isEmpty();

      ObjectNode hub = convert(given, "v1beta2", contracts(round));

      // Templates and Clusters that say nothing are among the things that only v1beta1 accepts.
      assertThat(SchemaValidator.problems(hub, ConversionSchemas.of(kind, "v1beta2")))
          .filteredOn(problem -> !problem.matches("spec is required|spec.template is empty"))
          .as(() -> shown(round, given))
          .isEmpty();
    }
  }

  private ObjectNode made(GroupKind kind, String version, JsonNode schema, int round) {
    return new RandomSchemaObjects(new Random(seed + round)).object(kind, version, schema);
  }

  private static ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
    return TestConversions.of(object).convert(object, version, contracts);
  }

  private static ContractVersions contracts(int round) {
    return round % 2 == 0 ? TestConversions.INSTALLED : TestConversions.ABSENT;
  }

  private String shown(int round, ObjectNode given) {
    return "-Dweir.seed=%d, first round: %s".formatted(seed + round, given.toPrettyString());
  }

  /** Numbers as they read again, whatever type they were made with. */
  private static JsonNode read(ObjectNode object) throws IOException {
    assertThat(object.at("/metadata/annotations").has(MetadataKeys.CONVERSION_DATA)).isFalse();
    return Json.MAPPER.readTree(object.toString());
  }
}
