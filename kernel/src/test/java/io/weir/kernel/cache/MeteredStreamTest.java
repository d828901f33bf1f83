package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.weir.kernel.kube.AnswerLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class MeteredStreamTest {

  private final MeteredStream stream = measured(endless());

  private static MeteredStream measured(InputStream answer) {
    return new MeteredStream(
        answer, AnswerLimits.OBJECT_BYTES, new ObjectMeter(CacheRoom.UNLIMITED));
  }

  private static InputStream endless() {
    return new InputStream() {
      @Override
      public int read() {
        return 'x';
      }
    };
  }

  @Test
  void anObjectWithoutEndIsBrokenOff() throws IOException {
    byte[] all = stream.readNBytes(AnswerLimits.OBJECT_BYTES);

    assertThat(all).hasSize(AnswerLimits.OBJECT_BYTES);
    assertThatIOException().isThrownBy(stream::read).withMessageContaining("an object has more");
  }

  @Test
  void eachObjectIsMeasuredByItself() throws IOException {
    for (int object = 0; object < 3; object++) {
      stream.beginObject();
      stream.skipNBytes(AnswerLimits.OBJECT_BYTES / 2 + 1);
    }

    assertThat(measured(new ByteArrayInputStream(new byte[0])).read()).isNegative();
  }
}
