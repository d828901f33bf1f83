package io.weir.provider.oci.api;

import org.jspecify.annotations.Nullable;

/**
 * An OKE cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for
 * @param status what was found
 */
public record OciManagedControlPlane(Spec spec, Status status) {

  public OciManagedControlPlane {
    spec = spec == null ? new Spec(null) : spec;
    status = status == null ? new Status(null) : status;
  }

  /** What was asked for: the OCID of the cluster, absent until it exists. */
  public record Spec(@Nullable String id) {}

  /** What was found: whether it can be used. */
  public record Status(@Nullable Boolean ready) {}
}
