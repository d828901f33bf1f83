package io.weir.kernel.work;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Objects whose changes wake keys of a controller.
 *
 * @param cache the objects
 * @param keys the keys that an object concerns; of an update both states count, so that a key is
 *     woken too when an object stops to concern it
 * @param filter changes that matter
 */
record WatchSource(
    ObjectCache cache, Function<ApiObject, Set<ObjectKey>> keys, Predicate<Change> filter) {

  Set<ObjectKey> keysFor(Change change) {
    if (!filter.test(change)) {
      return Set.of();
    }
    var concerned = new HashSet<>(keys.apply(change.object()));
    change.before().ifPresent(before -> concerned.addAll(keys.apply(before)));
    return concerned;
  }
}
