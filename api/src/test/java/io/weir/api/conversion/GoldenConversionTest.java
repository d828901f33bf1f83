package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Objects and what Cluster API's own webhook makes of them. */
class GoldenConversionTest {

  @TestFactory
  Stream<DynamicTest> eachObjectBecomesWhatUpstreamMakesOfIt() {
    return Stream.of(
            "clusters", "machinepools", "machines", "kubeadmconfigs", "kubeadmconfigtemplates")
        .flatMap(
            plural ->
                Stream.of("v1beta1-to-v1beta2", "v1beta2-to-v1beta1")
                    .map(way -> plural + "-" + way))
        .flatMap(GoldenConversionTest::pairs);
  }

  private static Stream<DynamicTest> pairs(String file) {
    var tests = new ArrayList<DynamicTest>();
    for (JsonNode pair : ConversionGoldens.read(file)) {
      tests.add(
          DynamicTest.dynamicTest(
              file + " " + pair.at("/from/metadata/name").asText(),
              () -> assertConverts((ObjectNode) pair.path("from"), pair.path("to"))));
    }
    return tests.stream();
  }

  private static void assertConverts(ObjectNode from, JsonNode expected) throws IOException {
    String apiVersion = expected.path("apiVersion").asText();
    String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
    ObjectNode before = from.deepCopy();

    JsonNode converted = TestConversions.of(from).convert(from, version, TestConversions.INSTALLED);

    assertThat(parsed(converted)).isEqualTo(parsed(expected));
    assertThat(from).isEqualTo(before);
  }

  /** The tree as it reads again, with the annotation as upstream reads it. */
  private static JsonNode parsed(JsonNode object) throws IOException {
    JsonNode tree = Json.MAPPER.readTree(object.toString());
    if (tree.at("/metadata/annotations") instanceof ObjectNode annotations
        && annotations.has(MetadataKeys.CONVERSION_DATA)) {
      String text = annotations.path(MetadataKeys.CONVERSION_DATA).asText();
      JsonNode kept = Json.MAPPER.readTree(text);
      for (JsonNode reference : kept.findValues("resourceFieldRef")) {
        ((ObjectNode) reference).put("divisor", reference.path("divisor").asText("0"));
      }
      annotations.set(MetadataKeys.CONVERSION_DATA, kept);
    }
    return tree;
  }
}
