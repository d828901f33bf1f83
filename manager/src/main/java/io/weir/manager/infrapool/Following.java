package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.manager.cloud.CloudScope;
import io.weir.manager.cloud.CloudScopes;
import io.weir.provider.Observed;
import io.weir.provider.PoolName;
import io.weir.provider.Scope;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where each pool is looked at, so that the looking ends also for those that went without a word:
 * moved to another management cluster, or stripped of their finalizer.
 */
final class Following<O extends Observed> {

  private final CloudScopes<O> scopes;
  private final Map<ObjectKey, Place<O>> places = new ConcurrentHashMap<>();

  private record Place<O extends Observed>(CloudScope<O> cloud, PoolName name) {

    boolean same(Place<O> other) {
      return cloud.observer() == other.cloud.observer()
          && name.uid().equals(other.name.uid())
          && name.cloudName().equals(other.name.cloudName());
    }

    void end() {
      cloud.observer().forget(name);
    }
  }

  Following(CloudScopes<O> scopes) {
    this.scopes = scopes;
  }

  /** The scope, in which the pool is followed from now on, and no longer where it was before. */
  CloudScope<O> in(Scope scope, PoolName name) {
    CloudScope<O> cloud = scopes.in(scope);
    var now = new Place<>(cloud, name);
    Place<O> before = places.put(name.pool(), now);
    if (before != null && !before.same(now)) {
      before.end();
    }
    return cloud;
  }

  /** Whether one that had the pool's name before it, and is gone, is still followed. */
  boolean another(ApiObject pool) {
    Place<O> before = places.get(pool.key());
    return before != null && !before.name().uid().equals(pool.uid());
  }

  /** The pool is gone, or let go. */
  void end(ObjectKey pool) {
    Place<O> before = places.remove(pool);
    if (before != null) {
      before.end();
    }
  }
}
