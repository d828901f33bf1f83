package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ContinueTokensTest {

  private final ContinueTokens tokens = new ContinueTokens();

  @Test
  void aTokenThatComesAgainIsAFailure() throws IOException {
    assertThat(tokens.next("a")).isEqualTo("a");
    assertThat(tokens.next("b")).isEqualTo("b");

    assertThatIOException().isThrownBy(() -> tokens.next("a")).withMessageContaining("had before");
  }

  @Test
  void aListOfEverNewPagesEnds() throws IOException {
    for (int page = 1; page < AnswerLimits.PAGES; page++) {
      String _ = tokens.next("token-" + page);
    }

    assertThatIOException().isThrownBy(() -> tokens.next("one more"));
    assertThat(new ContinueTokens().next("")).isEmpty();
  }

  @Test
  void aTokenTooLongForAUrlIsAFailure() {
    assertThatIOException().isThrownBy(() -> tokens.next("x".repeat(9_000)));
  }
}
