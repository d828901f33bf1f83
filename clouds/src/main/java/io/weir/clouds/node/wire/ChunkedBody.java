package io.weir.clouds.node.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body that comes in chunks, as watches and long answers do (RFC 9112, section 7.1). */
final class ChunkedBody extends InputStream {
  private final InputStream in;
  private long left;
  private boolean first = true;
  private boolean ended;

  ChunkedBody(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return -1;
    }
    int n = in.read(into, offset, (int) Math.min(length, left));
    if (n < 0) {
      throw new EOFException("the server closed the connection");
    }
    left -= n;
    return n;
  }

  private void nextChunk() throws IOException {
    if (!first) {
      HttpConnection.line(in);
    }
    first = false;
    String size = HttpConnection.line(in);
    int extension = size.indexOf(';');
    try {
      left = Long.parseLong((extension < 0 ? size : size.substring(0, extension)).strip(), 16);
    } catch (NumberFormatException e) {
      throw new IOException("not a chunk size", e);
    }
    if (left == 0) {
      ended = true;
      while (!HttpConnection.line(in).isEmpty()) {
        // Trailers mean nothing here, but they must be read before the next answer.
      }
    }
  }
}
