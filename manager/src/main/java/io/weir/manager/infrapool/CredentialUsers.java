package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.cloud.SharedScopeStates;
import io.weir.provider.CloudScope;
import java.util.Set;
import java.util.function.Consumer;

/** Which pools of one kind live by which Secret, and what another key means for them. */
final class CredentialUsers implements WatchedCredentials.Users {

  private final WatchedCredentials credentials;
  private final TrackedReads reads;
  private final ObjectCache pools;
  private final SharedScopeStates<?> scopes;
  private final Consumer<ObjectKey> retry;

  /**
   * Pools of one kind.
   *
   * @param retry lets a pool try again what was refused
   */
  CredentialUsers(
      WatchedCredentials keys,
      TrackedReads reads,
      ObjectCache pools,
      SharedScopeStates<?> scopes,
      Consumer<ObjectKey> retry) {
    this.credentials = keys;
    this.reads = reads;
    this.pools = pools;
    this.scopes = scopes;
    this.retry = retry;
  }

  /** The pool lives in the scope; to be told before the first call there. */
  void recordUse(ApiObject pool, CloudScope cloudScope) {
    cloudScope
        .identity()
        .credentialsSecret()
        .ifPresent(
            secret -> {
              reads.track(pool.key(), GroupKind.SECRET, secret);
              if (pool.isDeleting()) {
                credentials.recheck(secret);
              }
            });
  }

  @Override
  public boolean isUsed(ObjectKey secret) {
    return reads.isRead(GroupKind.SECRET, secret);
  }

  @Override
  public boolean isUsedByDeletingPool(ObjectKey secret) {
    return usersOf(secret).stream()
        .anyMatch(pool -> pools.get(pool).filter(ApiObject::isDeleting).isPresent());
  }

  @Override
  public void credentialsChanged(ObjectKey secret) {
    scopes.credentialsChanged(secret);
    usersOf(secret).forEach(retry);
  }

  private Set<ObjectKey> usersOf(ObjectKey secret) {
    return reads.readersOf(GroupKind.SECRET, secret);
  }
}
