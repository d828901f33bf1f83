package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.cloud.CloudScopes;
import io.weir.provider.Scope;
import java.util.Set;
import java.util.function.Consumer;

/** Which pools of one kind live by which Secret, and what another key means for them. */
final class KeyUsers implements CloudKeys.Users {

  private final CloudKeys keys;
  private final TrackedReads reads;
  private final ObjectCache pools;
  private final CloudScopes<?> scopes;
  private final Consumer<ObjectKey> retry;

  /**
   * Pools of one kind.
   *
   * @param retry lets a pool try again what was refused
   */
  KeyUsers(
      CloudKeys keys,
      TrackedReads reads,
      ObjectCache pools,
      CloudScopes<?> scopes,
      Consumer<ObjectKey> retry) {
    this.keys = keys;
    this.reads = reads;
    this.pools = pools;
    this.scopes = scopes;
    this.retry = retry;
  }

  /** The pool lives in the scope; to be told before the first call there. */
  void uses(ApiObject pool, Scope scope) {
    scope
        .secret()
        .ifPresent(
            secret -> {
              reads.note(pool.key(), GroupKind.SECRET, secret);
              if (pool.deleting()) {
                keys.left(secret);
              }
            });
  }

  @Override
  public boolean need(ObjectKey secret) {
    return reads.read(GroupKind.SECRET, secret);
  }

  @Override
  public boolean leave(ObjectKey secret) {
    return of(secret).stream()
        .anyMatch(pool -> pools.get(pool).filter(ApiObject::deleting).isPresent());
  }

  @Override
  public void renewed(ObjectKey secret) {
    scopes.renew(secret);
    of(secret).forEach(retry);
  }

  private Set<ObjectKey> of(ObjectKey secret) {
    return reads.readersOf(GroupKind.SECRET, secret);
  }
}
