package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keys by a value that is computed from the object. Guarded by the lock of the cache. */
final class Index {

  private static final Logger LOG = LoggerFactory.getLogger(Index.class);

  private final Function<ApiObject, Set<String>> values;
  private final Map<String, Set<ObjectKey>> keys = new HashMap<>();

  Index(Function<ApiObject, Set<String>> values) {
    this.values = values;
  }

  void update(ObjectKey key, Optional<ApiObject> before, Optional<ApiObject> after) {
    Set<String> old = before.map(this::values).orElse(Set.of());
    Set<String> now = after.map(this::values).orElse(Set.of());
    for (String value : old) {
      Set<ObjectKey> there = keys.get(value);
      if (!now.contains(value) && there != null && there.remove(key) && there.isEmpty()) {
        keys.remove(value);
      }
    }
    for (String value : now) {
      keys.computeIfAbsent(value, any -> new LinkedHashSet<>()).add(key);
    }
  }

  /** None for an object that the function fails on: thrown, it would leave the cache half done. */
  private Set<String> values(ApiObject object) {
    try {
      return values.apply(object);
    } catch (RuntimeException | Error broken) {
      LOG.error("cannot index {}", object, broken);
      return Set.of();
    }
  }

  List<ObjectKey> keys(String value) {
    return List.copyOf(keys.getOrDefault(value, Set.of()));
  }
}
