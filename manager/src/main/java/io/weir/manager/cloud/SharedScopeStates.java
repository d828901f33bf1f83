package io.weir.manager.cloud;

import io.weir.api.ObjectKey;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolProvider;
import java.util.function.BiConsumer;

/** The scopes of a cloud, as the pools of one kind see them. */
public final class SharedScopeStates<O extends ObservedState> {

  private final CloudScopes scopes;
  private final PoolProvider<?, O> provider;
  private final BiConsumer<CloudScope, String> wake;

  SharedScopeStates(
      CloudScopes scopes, PoolProvider<?, O> provider, BiConsumer<CloudScope, String> wake) {
    this.scopes = scopes;
    this.provider = provider;
    this.wake = wake;
  }

  /** What the pools of the scope share; to be used at once, not to be kept for another pass. */
  public SharedScopeState<O> stateFor(CloudScope cloudScope) {
    return scopes.stateFor(provider, cloudScope, wake);
  }

  /**
   * Scopes of that Secret have other credentials now, or none: what their cloud answered before is
   * forgotten, and they are looked at at once.
   */
  public void credentialsChanged(ObjectKey secret) {
    scopes.credentialsChanged(secret);
  }
}
