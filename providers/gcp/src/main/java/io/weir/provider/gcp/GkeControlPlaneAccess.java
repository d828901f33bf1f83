package io.weir.provider.gcp;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.gcp.account.GcpIdentities;
import io.weir.provider.gcp.account.GkeScopeResolver;
import io.weir.provider.gcp.account.calls.GcpSessions;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.nodepool.calls.ClusterLogin;
import io.weir.provider.gcp.nodepool.calls.ClusterLookup;
import java.util.Set;

/** The way into GKE clusters, by access tokens of the service account that the cluster names. */
record GkeControlPlaneAccess(
    GcpSessions sessions, GcpIdentities identities, GkeScopeResolver scopes)
    implements ControlPlaneAccess {

  @Override
  public GroupKind controlPlane() {
    return GcpConstants.MANAGED_CONTROL_PLANE;
  }

  @Override
  public GroupKind infrastructureCluster() {
    return GcpConstants.MANAGED_CLUSTER;
  }

  @Override
  public String endpointField() {
    return "endpoint";
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return Set.of(GcpConstants.MANAGED_CLUSTER);
  }

  @Override
  public CloudScope scope(ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    CloudScope cloudScope = scopes.resolve(cluster, controlPlane, relatedObjects);
    return cloudScope.withIdentity(identities.authorize(cloudScope.identity(), controlPlane));
  }

  @Override
  public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
    return ClusterLogin.credentials(
        sessions.gkeSessionFor(cloudScope), sessions.privateEndpoints());
  }

  @Override
  public FoundCluster find(CloudScope cloudScope) throws ProviderException {
    return ClusterLookup.find(sessions.gkeSessionFor(cloudScope));
  }
}
