package io.weir.clouds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource({
    "*, '', true",
    "a*c, abc, true",
    "a*c, ac, true",
    "a*c, abd, false",
    "v?1.35, v1.35, true",
    "?1.35.4-*, v1.35.4-17, true",
    "?1.35.4-*, 1.35.4-17, true",
    "?1.35.4-*, 11.35.4, false",
    "a.c, abc, false",
    "*/us-east-1a, workers/us-east-1a, true"
  })
  void aStarIsAnythingAndAQuestionMarkOneCharacterOrNone(
      String pattern, String text, boolean fits) {
    assertThat(Glob.matches(pattern, text)).isEqualTo(fits);
  }
}
