package io.weir.kernel.cache;

import io.weir.kernel.kube.AnswerLimits;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a list or a watch, of which each object may have so many. */
final class MeteredStream extends FilterInputStream {

  private int left = AnswerLimits.OBJECT_BYTES;

  MeteredStream(InputStream answer) {
    super(answer);
  }

  /** What comes from now on belongs to another object, but for what was read ahead. */
  void beginObject() {
    left = AnswerLimits.OBJECT_BYTES;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    return one < 0 ? one : taken(1) * one;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return taken(super.read(target, offset, length));
  }

  private int taken(int count) throws IOException {
    left -= count;
    if (left < 0) {
      throw new IOException("an object has more than " + AnswerLimits.OBJECT_BYTES + " bytes");
    }
    return count;
  }
}
