package io.weir.api.crdcheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.EmptyIfNull;
import io.weir.api.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordSchemaCheckTest {

  record Fitting(String name, @Nullable Integer size, List<Inner> inner, Map<String, String> tags) {
    Fitting {
      inner = EmptyIfNull.list(inner);
      tags = EmptyIfNull.map(tags);
    }
  }

  record Inner(boolean on, @Nullable Long big) {}

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"},
        "size": {"type": "integer", "format": "int32"},
        "inner": {"type": "array", "items": {"type": "object", "properties": {
          "on": {"type": "boolean"}, "big": {"type": "integer", "format": "int64"}}}},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}}}}
      """;

  @Test
  void aRecordThatFitsHasNoProblems() throws IOException {
    assertThat(problems(Fitting.class, SCHEMA)).isEmpty();
  }

  @Test
  void anotherTypeIsNamedWithItsPath() throws IOException {
    String changed = SCHEMA.replace("\"int64\"", "\"int32\"").replace("boolean", "string");

    assertThat(problems(Fitting.class, changed))
        .containsExactly(
            "inner[].on: is string, but read as boolean",
            "inner[].big: is integer/int32, but read as java.lang.Long");
  }

  @Test
  void aPropertyThatIsMissingIsNamedWithItsPath() throws IOException {
    String changed = SCHEMA.replace("\"on\":", "\"off\":");

    assertThat(problems(Fitting.class, changed))
        .containsExactly("inner[].on: not in the schema, but in " + Inner.class.getName());
  }

  @Test
  void aPropertyThatMayBeAbsentNeedsANullableComponent() throws IOException {
    String changed = SCHEMA.replace("\"required\": [\"name\"],", "");

    assertThat(problems(Fitting.class, changed))
        .containsExactly("name: may be absent, but the component is not nullable");
  }

  private static List<String> problems(Class<?> record, String schema) throws IOException {
    return RecordSchemaCheck.problems(record, Json.MAPPER.readTree(schema));
  }
}
