package io.weir.provider.aws.account.calls;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The body of an answer, which fails as soon as more of it arrives than fits. */
final class BoundedBody extends FilterInputStream {

  private final ResponseLimit limit;
  private long bytes;
  private long elements;

  BoundedBody(InputStream body, ResponseLimit limit) {
    super(body);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = super.read(into, offset, length);
    for (int index = offset; index < offset + read; index++) {
      // The end of an element counts, too: what follows may not have arrived yet.
      elements += into[index] == '<' ? 1 : 0;
    }
    bytes += Math.max(0, read);
    if (bytes > limit.bytes() || elements > 2 * limit.elements()) {
      throw new ResponseTooLargeException(limit);
    }
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    return count <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(count, 8_192)]));
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
