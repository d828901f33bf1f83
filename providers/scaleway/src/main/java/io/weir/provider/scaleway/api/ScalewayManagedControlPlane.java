package io.weir.provider.scaleway.api;

import org.jspecify.annotations.Nullable;

/**
 * The control plane of a managed cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for
 */
public record ScalewayManagedControlPlane(Spec spec) {

  public ScalewayManagedControlPlane {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param clusterName name of the cluster in Scaleway; absent until its owner chose one
   */
  public record Spec(@Nullable String clusterName) {
    /** None of it set. */
    public static final Spec EMPTY = new Spec(null);
  }
}
