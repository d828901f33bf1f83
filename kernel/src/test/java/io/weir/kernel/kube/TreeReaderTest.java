package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TreeReaderTest {

  private final TreeReader reader = new TreeReader();

  private JsonNode read(String text) throws IOException {
    try (JsonParser parser = TreeReader.parser(text.getBytes(StandardCharsets.UTF_8))) {
      var _ = parser.nextToken();
      JsonNode read = reader.read(parser, 0);
      assertThat(parser.nextToken()).isNull();
      return read;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "{\"a\":{\"b\":[1,-2,true,false,null,\"x\",{\"c\":[]}]},\"d\":\"\\u20ac \\n\"}",
        "[0,2147483647,2147483648,-9223372036854775808,9223372036854775808,1.5,1e3,-0.0]"
      })
  void makesTheSameTreeAsTheMapper(String text) throws IOException {
    assertThat(read(text)).isEqualTo(Json.MAPPER.readTree(text));
    assertThat(reader.problem()).isEmpty();
  }

  /** As little as a thread of the manager may have left. */
  private static final int STACK = 192 << 10;

  @ParameterizedTest
  @CsvSource({"[, ]", "'{\"n\":', }"})
  void makesTreesThatCanBeCopiedComparedAndWrittenOnALittleStack(String open, String close)
      throws Exception {
    String innermost = "[]";
    int around = TreeReader.DEPTH - 1;
    String text = open.repeat(around) + innermost + close.repeat(around);
    var task =
        new FutureTask<>(
            () -> {
              JsonNode read = read(text);
              JsonNode copy = read.deepCopy();
              assertThat(copy.equals(read)).isTrue();
              assertThat(copy.hashCode()).isEqualTo(read.hashCode());
              assertThat(new String(Json.MAPPER.writeValueAsBytes(copy), StandardCharsets.UTF_8))
                  .isEqualTo(text);
              return copy.toString();
            });

    new Thread(null, task, "little-stack", STACK).start();

    assertThat(task.get()).isEqualTo(text);
    assertThat(reader.problem()).isEmpty();
  }

  @Test
  void readsPastWhatIsTooDeepAndSaysSo() throws IOException {
    int depth = TreeReader.DEPTH + 1;
    String deep = "[".repeat(depth) + "]".repeat(depth);

    JsonNode read = read("{\"x\":%s,\"name\":\"n\"}".formatted(deep));

    assertThat(read.path("name").asText()).isEqualTo("n");
    assertThat(reader.problem()).contains("nested more than 200 deep");
  }

  @Test
  void readsPastNumbersThatNoApiServerKeeps() throws IOException {
    JsonNode read = read("[%s,1]".formatted("9".repeat(1_000_000)));

    assertThat(read.path(1).asInt()).isEqualTo(1);
    assertThat(reader.problem()).contains("more than 1000 digits");
  }
}
