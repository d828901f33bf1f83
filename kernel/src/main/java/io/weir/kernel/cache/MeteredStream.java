package io.weir.kernel.cache;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a list or a watch, of which each object may have so many. */
final class MeteredStream extends FilterInputStream {

  /** Texts are put together in memory, as characters, before they are made. */
  private static final int COPIES = 2;

  private final int most;
  private final ObjectMeter meter;
  private int left;

  MeteredStream(InputStream answer, int most, ObjectMeter meter) {
    super(answer);
    this.most = most;
    this.meter = meter;
    this.left = most;
  }

  /** What comes from now on belongs to another object, but for what was read ahead. */
  void beginObject() {
    left = most;
    meter.close();
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
      throw new IOException("an object has more than " + most + " bytes");
    }
    if (count > 0) {
      meter.add((long) COPIES * count);
    }
    return count;
  }
}
