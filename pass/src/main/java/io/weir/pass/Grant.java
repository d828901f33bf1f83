package io.weir.pass;

import io.weir.provider.CloudScope;

/**
 * Leave to reach a cloud in a scope, given in this pass by what the identity admits. Only {@link
 * Placement} gives it, and nothing that reaches a cloud can be had without one.
 */
public final class Grant {

  private final CloudScope scope;

  Grant(CloudScope scope) {
    this.scope = scope;
  }

  /** Where. */
  public CloudScope scope() {
    return scope;
  }

  /** The same leave in a scope of the same identity. */
  Grant in(CloudScope other) {
    return new Grant(other.withIdentity(scope.identity()));
  }

  @Override
  public String toString() {
    return scope.toString();
  }
}
