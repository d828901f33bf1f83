package io.weir.provider;

import io.weir.api.ApiObject;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * State of a pool that must outlive the process: annotations of the infrastructure pool, which
 * survive a restart and a move to another management cluster. A provider declares their keys;
 * nothing else writes them. Never a secret.
 *
 * @param entries values by annotation key
 */
public record ProviderAnnotations(Map<String, String> entries) {

  /** No annotations. */
  public static final ProviderAnnotations NONE = new ProviderAnnotations(Map.of());

  public ProviderAnnotations {
    entries = Collections.unmodifiableMap(new TreeMap<>(entries));
  }

  /** Those of the keys that the pool carries. */
  public static ProviderAnnotations of(ApiObject pool, Set<String> keys) {
    var entries = new TreeMap<>(pool.annotations());
    entries.keySet().retainAll(keys);
    return new ProviderAnnotations(entries);
  }

  public Optional<String> get(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** A copy with this annotation; an absent value removes it. */
  public ProviderAnnotations with(String key, Optional<String> value) {
    var changed = new TreeMap<>(entries);
    value.ifPresentOrElse(text -> changed.put(key, text), () -> changed.remove(key));
    return new ProviderAnnotations(changed);
  }

  /** A copy with these annotations, set or removed. */
  public ProviderAnnotations withAll(Map<String, Optional<String>> changes) {
    var changed = this;
    for (var change : changes.entrySet()) {
      changed = changed.with(change.getKey(), change.getValue());
    }
    return changed;
  }
}
