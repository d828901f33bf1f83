package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.util.Optional;

/** Reads further objects from the manager's caches; a pool is woken when one it read changes. */
@FunctionalInterface
public interface RelatedObjects {
  Optional<ApiObject> find(GroupKind kind, ObjectKey key);
}
