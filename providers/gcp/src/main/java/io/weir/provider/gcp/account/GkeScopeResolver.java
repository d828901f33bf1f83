package io.weir.provider.gcp.account;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.provider.ApiAddresses;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.gcp.api.GcpCluster;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.api.GcpManagedCluster;
import io.weir.provider.gcp.api.GcpManagedControlPlane;
import java.util.Set;

/**
 * Which cluster and identity a node pool belongs to, or a control plane is.
 *
 * @param containers where Kubernetes Engine may be called
 * @param machines where Compute Engine may be called
 */
public record GkeScopeResolver(ApiAddresses containers, ApiAddresses machines) {

  /** Kinds that tell it. */
  public static final Set<GroupKind> RELATED_KINDS =
      Set.of(GcpConstants.MANAGED_CLUSTER, GcpConstants.MANAGED_CONTROL_PLANE);

  /** Whether a node pool can be in the scope. */
  public static boolean isPossible(CloudScope scope) {
    boolean known =
        scope.identity() instanceof CloudIdentity.Ambient
            || scope.identity() instanceof CloudIdentity.OfSecret;
    return known && GkeScope.of(scope).isPresent();
  }

  /**
   * The scope of a node pool.
   *
   * @throws PrerequisiteException if an object of the cluster is missing, or one of its fields
   *     cannot be what it says
   */
  public CloudScope resolve(PoolInputs in) throws PrerequisiteException {
    return scope(
        in.infrastructureCluster(GcpConstants.MANAGED_CLUSTER),
        in.controlPlane(GcpConstants.MANAGED_CONTROL_PLANE));
  }

  /**
   * The scope of a control plane, with the credentials that the infrastructure of its Cluster
   * names.
   *
   * @throws PrerequisiteException as for a node pool
   */
  public CloudScope resolve(ApiObject cluster, ApiObject controlPlane, RelatedObjects related)
      throws PrerequisiteException {
    GroupKind kind = GcpConstants.MANAGED_CLUSTER;
    ContractReference named = cluster.as(Cluster.class).spec().infrastructureRef();
    if (named == null || !named.groupKind().equals(kind)) {
      throw PrerequisiteException.invalid(
          "%s spec.infrastructureRef does not name a %s: %s needs one"
              .formatted(cluster, kind.kind(), controlPlane));
    }
    var key = new ObjectKey(cluster.namespace(), named.name());
    return scope(
        related
            .find(kind, key)
            .orElseThrow(
                () ->
                    PrerequisiteException.waiting(
                        "WaitingForCluster", kind.kind() + " " + key + " does not exist")),
        controlPlane);
  }

  private CloudScope scope(ApiObject infrastructure, ApiObject controlPlane)
      throws PrerequisiteException {
    GcpManagedControlPlane.Spec spec = controlPlane.as(GcpManagedControlPlane.class).spec();
    if (!GcpScope.isProject(spec.project())) {
      throw GcpScopeResolver.invalid(
          controlPlane, "spec.project", spec.project(), "the ID of a project");
    }
    if (!GkeScope.isLocation(spec.location())) {
      throw GcpScopeResolver.invalid(
          controlPlane,
          "spec.location",
          spec.location(),
          "a region such as europe-west1, or a zone such as europe-west1-b");
    }
    if (spec.clusterName().isEmpty()) {
      throw PrerequisiteException.waiting(
          "WaitingForCluster",
          "%s spec.clusterName is not set yet: set it to the name of the cluster in GKE, unless its own controller does"
              .formatted(controlPlane));
    }
    if (!GkeScope.isName(spec.clusterName())) {
      throw GcpScopeResolver.invalid(
          controlPlane, "spec.clusterName", spec.clusterName(), "the name of a cluster in GKE");
    }
    GcpManagedCluster.Spec cluster = infrastructure.as(GcpManagedCluster.class).spec();
    GcpCluster.ServiceEndpoints named = cluster.serviceEndpoints();
    return new GkeScope(
            spec.project(),
            spec.location(),
            spec.clusterName(),
            GcpScopeResolver.endpoint(containers, infrastructure, "container", named.container()),
            GcpScopeResolver.endpoint(machines, infrastructure, "compute", named.compute()))
        .toCloudScope(GcpScopeResolver.identity(infrastructure, cluster.credentialsRef()));
  }
}
