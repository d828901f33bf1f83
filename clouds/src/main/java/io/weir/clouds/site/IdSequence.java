package io.weir.clouds.site;

import java.util.UUID;

/**
 * Numbers that look drawn but follow a count, so that two runs give the same ids and a cloud that
 * goes on from a saved state gives none twice. Guarded by the lock of its site.
 */
public final class IdSequence {
  private long count;

  IdSequence() {}

  /** The next number; any 64 bits. */
  public long next() {
    return ++count * 0x9E3779B97F4A7C15L;
  }

  /** The next number as a UUID of version 4, as clouds give them. */
  public String nextUuid() {
    long mixed = next();
    long high = (mixed & 0xFFFFFFFFFFFF0FFFL) | 0x4000L;
    long low = (Long.reverse(mixed) & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }

  /** How many were given. */
  public long count() {
    return count;
  }

  /** Goes on behind so many, which were given at another time. */
  public void continueAfter(long given) {
    count = given;
  }
}
