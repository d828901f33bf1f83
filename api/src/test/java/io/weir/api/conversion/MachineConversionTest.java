package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Machine, of which there is no schema to make random objects from. */
class MachineConversionTest {

  static Stream<JsonNode> stored() {
    return objects("v1beta2");
  }

  static Stream<JsonNode> older() {
    return objects("v1beta1");
  }

  /** Both what upstream was given and what it gave. */
  private static Stream<JsonNode> objects(String version) {
    return Stream.of("machines-v1beta1-to-v1beta2", "machines-v1beta2-to-v1beta1")
        .flatMap(file -> ConversionGoldens.read(file).stream())
        .flatMap(pair -> Stream.of(pair.path("from"), pair.path("to")))
        .filter(object -> object.path("apiVersion").asText().endsWith("/" + version));
  }

  @ParameterizedTest
  @MethodSource("stored")
  void nothingOfTheStoredVersionIsLost(ObjectNode given) {
    ObjectNode back = convert(convert(given, "v1beta1"), "v1beta2");

    assertThat(back).isEqualTo(given);
  }

  @ParameterizedTest
  @MethodSource("older")
  void ofTheOlderVersionOnlyTheListedLossesAreLost(ObjectNode given) throws IOException {
    TreeFields.getOrEmpty(given, "metadata").remove("annotations");

    ObjectNode back = convert(convert(given, "v1beta2"), "v1beta1");

    TreeFields.getOrEmpty(back, "metadata").remove("annotations");
    assertThat(read(ConversionLoss.all(back))).isEqualTo(read(ConversionLoss.all(given)));
  }

  @Test
  void aChangeInTheOlderVersionLeavesWhatThatDoesNotShow() throws IOException {
    ObjectNode stored = machine("{\"minReadySeconds\": 5, \"version\": \"v1.35.0\"}");
    TreeFields.getOrCreate(stored, "status").put("phase", "Updating").put("failureDomain", "a");
    ObjectNode older = convert(stored, "v1beta1");
    TreeFields.getOrEmpty(older, "spec").put("version", "v1.35.1");
    TreeFields.getOrEmpty(older, "status").put("bootstrapReady", true);

    ObjectNode back = convert(older, "v1beta2");

    TreeFields.getOrEmpty(stored, "spec").put("version", "v1.35.1");
    TreeFields.getOrCreate(stored, "status", "initialization")
        .put("bootstrapDataSecretCreated", true);
    assertThat(back).isEqualTo(stored);
  }

  @Test
  void aPhaseThatTheOlderVersionSetsCounts() throws IOException {
    ObjectNode stored = machine("{}");
    TreeFields.getOrCreate(stored, "status").put("phase", "Updating");
    ObjectNode older = convert(stored, "v1beta1");
    TreeFields.getOrEmpty(older, "status").put("phase", "Failed");

    ObjectNode back = convert(older, "v1beta2");

    assertThat(back.at("/status/phase").asText()).isEqualTo("Failed");
  }

  @Test
  void whatTheStoredVersionRefusesToBeEmptyIsLeftOut() throws IOException {
    ObjectNode older =
        TestConversions.object(
            "cluster.x-k8s.io/v1beta1", "Machine", "{\"readinessGates\": [], \"version\": \"\"}");
    older.putObject("status").putObject("nodeRef").put("kind", "Node");

    ObjectNode hub = convert(older, "v1beta2");

    assertThat(hub.path("spec")).isEmpty();
    assertThat(hub.has("status")).isFalse();
  }

  private static ObjectNode machine(String spec) throws IOException {
    return TestConversions.object("cluster.x-k8s.io/v1beta2", "Machine", spec);
  }

  /** Numbers as they read again, whatever type they were made with. */
  private static JsonNode read(ObjectNode object) throws IOException {
    return Json.MAPPER.readTree(object.toString());
  }

  private static ObjectNode convert(ObjectNode object, String version) {
    return TestConversions.of(object).convert(object, version, TestConversions.INSTALLED);
  }
}
