package io.weir.api.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataSyntaxTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b_c-D9", "example.com/a", "a.b-c.d9/A", "9/9"})
  void keysOfTheApiServerAreKeys(String key) {
    assertThat(MetadataSyntax.isKey(key)).isTrue();
    assertThat(MetadataSyntax.isKey(key + "x".repeat(64))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "a/", "/a", "-a", "a-", "a b", "A.com/a", "a..b/c", "a/b/c", "é"})
  void othersAreNot(String key) {
    assertThat(MetadataSyntax.isKey(key)).isFalse();
  }

  @Test
  void thePrefixOfAKeyHas253Characters() {
    String prefix = "a.".repeat(126);

    assertThat(MetadataSyntax.isKey(prefix + "b/c")).isTrue();
    assertThat(MetadataSyntax.isKey(prefix + "bb/c")).isFalse();
  }

  @Test
  void annotationsHave256KibibytesTogether() {
    var metadata = Json.MAPPER.createObjectNode();
    var annotations = metadata.putObject("annotations");
    annotations.put("a", "x".repeat(256 * 1024 - 1));
    assertThat(MetadataSyntax.check(ObjectField.of(metadata))).isEmpty();

    annotations.put("b", "");

    assertThat(MetadataSyntax.check(ObjectField.of(metadata)).map(Violation::fullMessage))
        .containsExactly(
            "annotations: Invalid value: 262145 bytes: all annotations together may have at most"
                + " 262144 bytes");
  }
}
