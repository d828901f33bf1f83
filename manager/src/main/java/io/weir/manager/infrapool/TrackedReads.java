package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.provider.RelatedObjects;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers which pool read which object, so that a change of it wakes just those who read it. */
final class TrackedReads {

  private final Map<GroupKind, ObjectCache> caches;
  private final Map<ReadObject, Set<ObjectKey>> readers = new ConcurrentHashMap<>();

  private record ReadObject(GroupKind kind, ObjectKey key) {}

  TrackedReads(Map<GroupKind, ObjectCache> caches) {
    this.caches = Map.copyOf(caches);
  }

  /** Reads on behalf of a pool. What does not exist yet is remembered too. */
  RelatedObjects readerFor(ObjectKey pool) {
    return (kind, key) -> find(pool, kind, key);
  }

  private Optional<ApiObject> find(ObjectKey pool, GroupKind kind, ObjectKey key) {
    ObjectCache cache = caches.get(kind);
    if (cache == null) {
      throw new IllegalArgumentException("the provider does not declare that it reads " + kind);
    }
    track(pool, kind, key);
    return cache.get(key);
  }

  /** What is read by other means on behalf of a pool. */
  void track(ObjectKey pool, GroupKind kind, ObjectKey key) {
    readers.compute(
        new ReadObject(kind, key),
        (_, pools) -> {
          Set<ObjectKey> known = pools == null ? ConcurrentHashMap.newKeySet() : pools;
          known.add(pool);
          return known;
        });
  }

  /** The pools that read this object. */
  Set<ObjectKey> readersOf(ApiObject object) {
    return readersOf(object.groupKind(), object.key());
  }

  /** The pools that read the object of that name, whether it exists or not. */
  Set<ObjectKey> readersOf(GroupKind kind, ObjectKey key) {
    Set<ObjectKey> found = readers.get(new ReadObject(kind, key));
    return found == null ? Set.of() : new HashSet<>(found);
  }

  /** Whether a pool reads the object of that name. */
  boolean isRead(GroupKind kind, ObjectKey key) {
    return readers.containsKey(new ReadObject(kind, key));
  }

  /** The pool is gone. */
  void forget(ObjectKey pool) {
    readers
        .keySet()
        .forEach(
            readObject ->
                readers.computeIfPresent(
                    readObject,
                    (_, pools) -> {
                      pools.remove(pool);
                      return pools.isEmpty() ? null : pools;
                    }));
  }
}
