package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.manager.cloud.SharedScopeState;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.pass.Grant;
import io.weir.pass.OpenScope;
import io.weir.pass.ScopeAccess;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Where each pool is looked at, so that the looking ends also for those that went without a word:
 * moved to another management cluster, or stripped of their finalizer.
 */
final class FollowedPools<O extends ObservedState> implements ScopeAccess<O> {

  private final SharedScopeStates<O> scopes;
  private final BiConsumer<ApiObject, CloudScope> credentialUse;
  private final InstantSource clock;
  private final BiConsumer<ObjectKey, Duration> wakeAfter;
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

  /**
   * Nobody is followed yet.
   *
   * @param credentialUse is told before the first call for a pool in a scope
   * @param wakeAfter brings a pool a pass after a time
   */
  FollowedPools(
      SharedScopeStates<O> scopes,
      BiConsumer<ApiObject, CloudScope> credentialUse,
      InstantSource clock,
      BiConsumer<ObjectKey, Duration> wakeAfter) {
    this.scopes = scopes;
    this.credentialUse = credentialUse;
    this.clock = clock;
    this.wakeAfter = wakeAfter;
  }

  @Override
  public OpenScope<O> open(Grant grant, ApiObject pool) {
    if (grant.scope().equals(CloudScope.MANAGEMENT_CLUSTER)) {
      return OpenScope.ofManagementCluster(clock, delay -> wakeAfter.accept(pool.key(), delay));
    }
    credentialUse.accept(pool, grant.scope());
    return open(scopes.stateFor(grant.scope()));
  }

  @Override
  public OpenScope<O> follow(Grant grant, ApiObject pool, PoolIdentity identity) {
    if (grant.scope().equals(CloudScope.MANAGEMENT_CLUSTER)) {
      return open(grant, pool);
    }
    credentialUse.accept(pool, grant.scope());
    return follow(grant.scope(), identity);
  }

  OpenScope<O> follow(CloudScope cloudScope, PoolIdentity identity) {
    SharedScopeState<O> cloud = scopes.stateFor(cloudScope);
    var now = new Location<>(cloud, identity);
    Location<O> before = locations.put(identity.key(), now);
    if (before != null && !before.isSame(now)) {
      before.unfollow();
    }
    return open(cloud);
  }

  private static <O extends ObservedState> OpenScope<O> open(SharedScopeState<O> cloud) {
    return new OpenScope<>(cloud.scope(), cloud.observer(), cloud.queryResults());
  }

  /** When a write's answer told what is known of a pool, if no observation has shown it since. */
  Optional<Instant> unconfirmedSince(PoolIdentity pool) {
    Location<O> location = locations.get(pool.key());
    return location == null
        ? Optional.empty()
        : location.cloud().observer().unconfirmedSince(pool.cloudName());
  }

  /** Asks for an observation of a pool then, after which it has a pass whatever it shows. */
  void observeAt(PoolIdentity pool, Instant when) {
    Location<O> location = locations.get(pool.key());
    if (location != null) {
      location.cloud().observer().observeAt(pool.cloudName(), when);
    }
  }

  /** Whether one that had the pool's name before it, and is gone, is still followed. */
  boolean isFollowedWithOtherUid(ApiObject pool) {
    Location<O> before = locations.get(pool.key());
    return before != null && !before.name().uid().equals(pool.uid());
  }

  /** The pool is gone, let go, or may not be observed any more. */
  @Override
  public void unfollow(ObjectKey pool) {
    Location<O> before = locations.remove(pool);
    if (before != null) {
      before.unfollow();
    }
  }
}
