package io.weir.manager.workload;

import io.weir.kernel.cache.CacheBudget.Room;
import io.weir.kernel.cache.CacheBudget.Shortage;
import io.weir.kernel.cache.NoRoomException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The memory of one connection: of what it has open, and of what is known of the cluster, which may
 * still be what an earlier connection saw. Of the thread of the connection alone.
 */
final class ConnectionMemory {

  /** Client, connections and threads, and what is being read, by estimate. */
  private static final long CONNECTION_BYTES = 128 << 10;

  /** A server that only then takes too much is met as one that never did. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private final Supplier<Room> rooms;
  private Optional<Room> open = Optional.empty();
  private Optional<Room> seen = Optional.empty();

  /** Shortages since it last had what it needs for a while. */
  private int shortages;

  /** When it last began to have what it needs, of {@link System#nanoTime}. */
  private long enoughSince = System.nanoTime();

  ConnectionMemory(Supplier<Room> rooms) {
    this.rooms = rooms;
  }

  /** What an earlier connection saw takes this room. */
  void adopt(Optional<Room> room) {
    seen = room;
  }

  /** The room of what is known. */
  Optional<Room> seen() {
    return seen;
  }

  /** Room for what is to be opened. */
  Room open() throws NoRoomException {
    Room room = rooms.get();
    open = Optional.of(room);
    room.take(CONNECTION_BYTES);
    return room;
  }

  /** What is open is all that is known from now on. */
  void keepOpen() {
    if (!seen.equals(open)) {
      seen.ifPresent(Room::close);
    }
    seen = open;
    enoughSince = System.nanoTime();
  }

  /** What was opened is closed; what is known of it stays. */
  void closeUnseen() {
    if (!open.equals(seen)) {
      open.ifPresent(Room::close);
    }
    open = Optional.empty();
  }

  /** Nothing is known any more; tells whether there has been enough for long until now. */
  boolean giveUp() {
    if (!seen.isEmpty() && System.nanoTime() - enoughSince > LONG.toNanos()) {
      shortages = 0;
    }
    seen.ifPresent(Room::close);
    seen = Optional.empty();
    shortages++;
    return shortages == 1;
  }

  /** Why all is to be given up; empty if it is not. */
  Optional<Shortage> shortage() {
    return open.flatMap(Room::shortage).or(() -> seen.flatMap(Room::shortage));
  }

  /**
   * Looks whether it may be kept.
   *
   * @throws NoRoomException if all is to be given up
   */
  void check() throws NoRoomException {
    if (shortage().isPresent()) {
      throw new NoRoomException("what is known is to be given up");
    }
  }

  /** How long to wait before the next try. */
  Duration pause(WorkloadClusterSettings settings) {
    return shortages == 0
        ? settings.pacing().maxBackoff()
        : settings.pacing().pausesWithoutRoom().nominal(shortages);
  }
}
