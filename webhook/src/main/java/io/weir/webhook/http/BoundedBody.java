package io.weir.webhook.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A request's body that must not be longer than allowed. */
final class BoundedBody extends FilterInputStream {

  private final long limit;
  private long taken;

  BoundedBody(InputStream body, long limit) {
    super(body);
    this.limit = limit;
  }

  /** The body is too long. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong(long limit) {
      super("the request is longer than " + limit + " bytes");
    }
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    if (one >= 0) {
      count(1);
    }
    return one;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  /** Stays open: whoever parses it closes it, and what is left must be read before an answer. */
  @Override
  public void close() {}

  private void count(int more) throws TooLong {
    taken += more;
    if (taken > limit) {
      throw new TooLong(limit);
    }
  }
}
