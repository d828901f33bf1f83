package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.TreeSize;

/** What an entry of a cache takes in memory, in bytes, by estimate. */
final class EntrySize {

  /** Key, maps and indexes. */
  private static final long ENTRY = 400;

  private EntrySize() {}

  /** Of an object; nothing where nobody counts it. */
  static long of(ApiObject object, CacheRoom room) {
    return room.equals(CacheRoom.UNLIMITED) ? 0 : ENTRY + TreeSize.of(object.at(""));
  }

  /** Of the name of an object that cannot be read. */
  static long ofUnreadable(ObjectKey key) {
    return ENTRY + 2L * (key.namespace().length() + key.name().length());
  }
}
