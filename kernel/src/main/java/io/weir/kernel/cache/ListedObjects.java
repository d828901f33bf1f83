package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The objects of a list, and the names of those that are in it and cannot be read. They take room
 * from the moment that they are added.
 */
final class ListedObjects implements AutoCloseable {

  private final CacheRoom room;
  private long taken;

  private final Function<ObjectKey, Optional<ApiObject>> known;
  private final List<ApiObject> objects = new ArrayList<>();
  private final Map<ObjectKey, String> unreadable = new HashMap<>();

  /** Nothing listed yet, and nothing known; takes no room. */
  ListedObjects() {
    this(_ -> Optional.empty(), CacheRoom.UNLIMITED);
  }

  /**
   * Nothing listed yet.
   *
   * @param known what is known of an object already
   */
  ListedObjects(Function<ObjectKey, Optional<ApiObject>> known, CacheRoom room) {
    this.known = known;
    this.room = room;
  }

  /** Adds one; of what is as it was known, there is one copy. */
  void add(ApiObject object) throws NoRoomException {
    take(EntrySize.of(object, room));
    objects.add(known.apply(object.key()).filter(old -> old.isIdenticalTo(object)).orElse(object));
  }

  /**
   * Adds one that is not whole.
   *
   * @throws IOException if it has no name either
   */
  void addUnreadable(ApiObject object, String problem) throws IOException {
    ObjectKey key = keyOf(object, problem);
    take(EntrySize.ofUnreadable(key));
    unreadable.put(key, problem);
  }

  private void take(long bytes) throws NoRoomException {
    room.take(bytes);
    taken += bytes;
  }

  /** The cache has them now, and gives their room back in its time. */
  void handOver() {
    taken = 0;
  }

  /** Gives the room back, unless a cache has them. */
  @Override
  public void close() {
    room.giveBack(taken);
    taken = 0;
  }

  /** The name of an object that is not whole. */
  static ObjectKey keyOf(ApiObject object, String problem) throws IOException {
    if (object.name().isEmpty()) {
      throw new IOException("an object without a name cannot be read: " + problem);
    }
    return object.key();
  }

  /** Those that can be read. */
  List<ApiObject> objects() {
    return objects;
  }

  /** Why the others cannot be. */
  Map<ObjectKey, String> unreadable() {
    return unreadable;
  }
}
