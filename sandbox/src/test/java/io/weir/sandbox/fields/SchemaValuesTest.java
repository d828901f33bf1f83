package io.weir.sandbox.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaValuesTest {

  private static final PlausibleValues PLAUSIBLE = PlausibleValues.ofTests();

  @ParameterizedTest
  @MethodSource("properties")
  void valuesFitTheirSchema(SchemaProperty property) {
    var values = new SchemaValues(property.kind(), PLAUSIBLE);

    for (int variant : List.of(0, 1)) {
      assertFits(values.valid(property.path(), property.schema(), variant), property.schema());
    }
  }

  @ParameterizedTest
  @MethodSource("properties")
  void whatIsSetIsThereAndWhatIsRemovedLeavesNothing(SchemaProperty property) {
    var values = new SchemaValues(property.kind(), PLAUSIBLE);
    var editor = new PropertyEditor(property, values);
    ObjectNode spec = Json.MAPPER.createObjectNode();
    JsonNode value = values.valid(property.path(), property.schema(), 0);

    editor.set(spec, value);
    assertThat(editor.value(spec)).contains(value);

    editor.remove(spec);
    assertThat(editor.value(spec)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MachinePool", "KubeadmConfig", "AWSMachinePool", "ScalewayManagedMachinePool"})
  void theTableSpeaksOfPropertiesThatExist(String kind) {
    List<String> paths = SchemaProperties.of(kind).stream().map(SchemaProperty::path).toList();

    assertThat(paths).containsAll(PLAUSIBLE.paths(kind));
  }

  static Stream<SchemaProperty> properties() {
    return Stream.of("MachinePool", "KubeadmConfig", "AWSMachinePool", "ScalewayManagedMachinePool")
        .flatMap(kind -> SchemaProperties.of(kind).stream());
  }

  private static void assertFits(JsonNode value, JsonNode schema) {
    switch (schema.path("type").asText()) {
      case "string" -> assertText(value.textValue(), schema);
      case "integer" -> {
        assertThat(value.isIntegralNumber()).isTrue();
        assertThat(value.asLong()).isGreaterThanOrEqualTo(schema.path("minimum").asLong(-9));
        assertThat(value.asLong())
            .isLessThanOrEqualTo(schema.path("maximum").asLong(Long.MAX_VALUE));
      }
      case "boolean" -> assertThat(value.isBoolean()).isTrue();
      case "array" -> value.forEach(element -> assertFits(element, schema.path("items")));
      default -> {
        assertThat(value.properties())
            .extracting(Map.Entry::getKey)
            .containsAll(schema.path("required").valueStream().map(JsonNode::asText).toList());
        schema
            .path("properties")
            .properties()
            .forEach(
                each -> {
                  if (value.has(each.getKey())) {
                    assertFits(value.path(each.getKey()), each.getValue());
                  }
                });
      }
    }
  }

  private static void assertText(String text, JsonNode schema) {
    // What stands for the pool's own names is no value yet.
    if (text.startsWith("(")) {
      return;
    }
    assertThat(text.length())
        .isBetween(
            schema.path("minLength").asInt(0), schema.path("maxLength").asInt(Integer.MAX_VALUE));
    if (schema.has("pattern")) {
      assertThat(text).matches(schema.path("pattern").asText());
    }
    if (schema.has("enum")) {
      assertThat(schema.path("enum").valueStream().map(JsonNode::asText)).contains(text);
    }
  }
}
