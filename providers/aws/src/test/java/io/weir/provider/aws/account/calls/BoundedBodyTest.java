package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

  private static final ResponseLimit LIMIT = new ResponseLimit(1 << 20, 100);

  @Test
  void thatFitsIsReadAsItIs() throws Exception {
    String text = "<a>text</a>".repeat(100);

    assertThat(body(text).readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(text);
  }

  @Test
  void ofFewBytesAndVeryManyElementsIsNotParsed() {
    assertThatThrownBy(() -> body("<a/>".repeat(201)).readAllBytes())
        .isInstanceOf(ResponseTooLargeException.class);
  }

  @Test
  void thatIsTooLongIsNoMoreReadByteByByteOrSkippedEither() {
    String text = "x".repeat((1 << 20) + 1);

    assertThatThrownBy(
            () -> {
              InputStream body = body(text);
              while (body.read() >= 0) {}
            })
        .isInstanceOf(ResponseTooLargeException.class);
    assertThatThrownBy(() -> body(text).skipNBytes(text.length()))
        .isInstanceOf(ResponseTooLargeException.class);
  }

  @Test
  void isAllowedMoreWhereTheHeapIsLarger() {
    assertThat(ResponseLimit.forHeap(128L << 20)).hasToString("8 MiB, 262144 elements");
    assertThat(ResponseLimit.forHeap(512L << 20).bytes()).isEqualTo(32L << 20);
    assertThat(ResponseLimit.forHeap(64L << 30).bytes()).isEqualTo(64L << 20);
  }

  private static BoundedBody body(String text) {
    return new BoundedBody(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), LIMIT);
  }
}
