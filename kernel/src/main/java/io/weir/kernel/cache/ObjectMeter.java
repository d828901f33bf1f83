package io.weir.kernel.cache;

import io.weir.kernel.kube.TreeReader;
import java.io.IOException;

/**
 * Counts what one object takes while it is read. A server may stop in the middle of it, so beyond
 * what most objects need it takes room as those do that are kept.
 */
final class ObjectMeter implements TreeReader.Meter, AutoCloseable {

  private static final long STEP = 64 << 10;

  private final CacheRoom room;
  private long read;
  private long taken;

  ObjectMeter(CacheRoom room) {
    this.room = room;
  }

  @Override
  public void add(long bytes) throws IOException {
    read += bytes;
    if (read > taken + STEP) {
      long more = read - taken;
      room.take(more);
      taken += more;
    }
  }

  /** The object is read, and whoever keeps it takes room for it. */
  @Override
  public void close() {
    room.giveBack(taken);
    taken = 0;
    read = 0;
  }
}
