package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {

  @Test
  void isShortAndStartsNoLineOfItsOwn() {
    assertThat(Excerpt.of("eu-central-1")).isEqualTo("eu-central-1");
    assertThat(Excerpt.of("a\nERROR b\u202ec")).isEqualTo("a?ERROR b?c");
    assertThat(Excerpt.of("x".repeat(5000))).isEqualTo("x".repeat(100) + "…");
  }

  @Test
  void leavesASentenceOfAServerWhole() {
    assertThat(Excerpt.ofSentence("x".repeat(500))).isEqualTo("x".repeat(500));
    assertThat(Excerpt.ofSentence("x".repeat(501))).isEqualTo("x".repeat(500) + "…");
  }

  @Test
  void cutsNoCharacterInTwo() {
    assertThat(Excerpt.of("x".repeat(99) + "😀y")).isEqualTo("x".repeat(99) + "…");
  }
}
