package io.weir.webhook.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The beginning of a body, or all of it, in memory. It grows with what comes, not with what is
 * promised.
 */
final class KeptBytes {

  private static final int SMALLEST = 512;
  private static final int LARGEST_PROMISE = 16 * 1024;

  private byte[] bytes;
  private int size;

  /**
   * Nothing, to begin with.
   *
   * @param promised how many will come; negative if unknown
   */
  KeptBytes(long promised) {
    // One more: the end shows without growing.
    bytes = new byte[Math.clamp(promised + 1, SMALLEST, LARGEST_PROMISE)];
  }

  /** Reads up to so many; true if there are no more. */
  boolean readFrom(InputStream body, long most, ByteBudget.Share share) throws IOException {
    share.add(bytes.length);
    while (size < most) {
      if (size == bytes.length) {
        share.add(size);
        bytes = Arrays.copyOf(bytes, 2 * size);
      }
      int read = body.read(bytes, size, bytes.length - size);
      if (read < 0) {
        return true;
      }
      size += read;
    }
    return false;
  }

  int size() {
    return size;
  }

  InputStream stream() {
    return new ByteArrayInputStream(bytes, 0, size);
  }
}
