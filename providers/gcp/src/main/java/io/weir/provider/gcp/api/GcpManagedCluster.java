package io.weir.provider.gcp.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The Google Cloud side of a GKE cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for
 */
public record GcpManagedCluster(Spec spec) {

  public GcpManagedCluster {
    spec = spec == null ? new Spec(null, GcpCluster.ServiceEndpoints.DEFAULT) : spec;
  }

  /**
   * What was asked for.
   *
   * @param credentialsRef the Secret with its credentials; absent for those of the manager
   * @param serviceEndpoints other addresses of the APIs
   */
  public record Spec(
      GcpCluster.@Nullable CredentialsRef credentialsRef,
      GcpCluster.ServiceEndpoints serviceEndpoints) {
    public Spec {
      serviceEndpoints =
          Objects.requireNonNullElse(serviceEndpoints, GcpCluster.ServiceEndpoints.DEFAULT);
    }
  }
}
