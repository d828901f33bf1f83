package io.weir.api.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SemanticVersionTest {

  @Test
  void areOrderedByNumberAndAPreReleaseComesBeforeItsRelease() {
    var versions =
        Stream.of("v1.35.10", "v1.36.0-rc.1", "v1.9.99", "v1.36.0", "v1.35.9+vendor", "v2.0.0");

    assertThat(versions.sorted(SemanticVersionTest::compare))
        .containsExactly(
            "v1.9.99", "v1.35.9+vendor", "v1.35.10", "v1.36.0-rc.1", "v1.36.0", "v2.0.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.35.4", "v1.35", "v1", "v01.35.4", "v1.35.4 ", "v1.35.x", "latest"})
  void haveAVAndThreeNumbers(String text) {
    assertThat(SemanticVersion.parse(text)).isEqualTo(Optional.empty());
  }

  private static int compare(String one, String other) {
    return SemanticVersion.parse(one)
        .orElseThrow()
        .compareTo(SemanticVersion.parse(other).orElseThrow());
  }
}
