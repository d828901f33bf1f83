package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.manager.cloud.SharedScopeState;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where each pool is looked at, so that the looking ends also for those that went without a word:
 * moved to another management cluster, or stripped of their finalizer.
 */
final class FollowedPools<O extends ObservedState> {

  private final SharedScopeStates<O> scopes;
  private final Map<ObjectKey, Location<O>> locations = new ConcurrentHashMap<>();

  private record Location<O extends ObservedState>(SharedScopeState<O> cloud, PoolIdentity name) {

    boolean isSame(Location<O> other) {
      return cloud.observer() == other.cloud.observer()
          && name.uid().equals(other.name.uid())
          && name.cloudName().equals(other.name.cloudName());
    }

    void unfollow() {
      cloud.observer().unfollow(name);
    }
  }

  FollowedPools(SharedScopeStates<O> scopes) {
    this.scopes = scopes;
  }

  /** The scope, in which the pool is followed from now on, and no longer where it was before. */
  SharedScopeState<O> follow(CloudScope cloudScope, PoolIdentity name) {
    SharedScopeState<O> cloud = scopes.stateFor(cloudScope);
    var now = new Location<>(cloud, name);
    Location<O> before = locations.put(name.key(), now);
    if (before != null && !before.isSame(now)) {
      before.unfollow();
    }
    return cloud;
  }

  /** Whether one that had the pool's name before it, and is gone, is still followed. */
  boolean isFollowedWithOtherUid(ApiObject pool) {
    Location<O> before = locations.get(pool.key());
    return before != null && !before.name().uid().equals(pool.uid());
  }

  /** The pool is gone, or let go. */
  void unfollow(ObjectKey pool) {
    Location<O> before = locations.remove(pool);
    if (before != null) {
      before.unfollow();
    }
  }
}
