package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;

/** Opens scopes to pools. */
public interface ScopeAccess<O extends ObservedState> {

  /** The scope, to be used at once and not to be kept for another pass. */
  OpenScope<O> open(Grant grant, ApiObject pool);

  /** The same for a pool that is observed there from now on, and no longer where it was before. */
  OpenScope<O> follow(Grant grant, ApiObject pool, PoolIdentity identity);

  /** Nothing is observed for the pool any more. */
  void unfollow(ObjectKey pool);
}
