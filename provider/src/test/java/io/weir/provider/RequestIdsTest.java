package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

  private final List<String> ids = new ArrayList<>();

  @Test
  void areThoseOfTheWriteUnderWayAlsoIfItFails() {
    RequestIds.record("before");

    assertThatThrownBy(
            () ->
                RequestIds.collect(
                    ids,
                    () -> {
                      RequestIds.record("5b1c2d3e-aaaa");
                      throw new IllegalStateException("refused");
                    }))
        .hasMessage("refused");
    RequestIds.record("after");

    assertThat(ids).containsExactly("5b1c2d3e-aaaa");
  }

  @Test
  void areNoneThatAnEndpointOfOthersMakesUpToFillALog() {
    var _ =
        RequestIds.collect(
            ids,
            () -> {
              RequestIds.record("a\nb");
              RequestIds.record("x".repeat(129));
              RequestIds.record("");
              for (int number = 0; number < 100; number++) {
                RequestIds.record("id-" + number);
              }
              return true;
            });

    assertThat(ids).hasSize(20).startsWith("id-0");
  }
}
