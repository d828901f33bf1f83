package io.weir.clouds.node.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body whose length was announced. */
final class SizedBody extends InputStream {
  private final InputStream in;
  private long left;

  SizedBody(InputStream in, long length) {
    this.in = in;
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int n = in.read(into, offset, (int) Math.min(length, left));
    if (n < 0) {
      throw new EOFException("the server closed the connection");
    }
    left -= n;
    return n;
  }
}
