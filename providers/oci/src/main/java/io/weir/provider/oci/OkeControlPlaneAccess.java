package io.weir.provider.oci;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ClusterReferences;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.oci.account.ClusterIdentities;
import io.weir.provider.oci.account.OciScopeResolver;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.nodepool.calls.ClusterLogin;
import io.weir.provider.oci.nodepool.calls.ClusterLookup;
import io.weir.provider.oci.nodepool.calls.NodePoolCalls;
import java.time.Clock;
import java.util.Set;

/** The way into OKE clusters, by tokens that Oracle Cloud accepts of the cluster's identity. */
record OkeControlPlaneAccess(OciSessions sessions, ClusterIdentities identities, Clock clock)
    implements ControlPlaneAccess {

  @Override
  public GroupKind controlPlane() {
    return OciKinds.MANAGED_CONTROL_PLANE;
  }

  @Override
  public GroupKind infrastructureCluster() {
    return OciKinds.MANAGED_CLUSTER;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return OciScopeResolver.KINDS_BESIDE_CONTROL_PLANE;
  }

  @Override
  public CloudScope scope(ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    ApiObject managedCluster =
        new ClusterReferences(cluster, controlPlane(), relatedObjects)
            .infrastructureCluster(infrastructureCluster());
    CloudScope named =
        new OciScopeResolver(identities.settings()).inOke(managedCluster, controlPlane);
    return named.withIdentity(identities.authorize(named.identity(), controlPlane, relatedObjects));
  }

  @Override
  public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
    return new ClusterLogin(lookup(cloudScope), clock).credentials();
  }

  @Override
  public FoundCluster find(CloudScope cloudScope) throws ProviderException {
    return lookup(cloudScope).find();
  }

  private ClusterLookup lookup(CloudScope cloudScope) {
    return new ClusterLookup(
        new NodePoolCalls(sessions.clientFor(cloudScope), cloudScope),
        identities.settings().hasPrivateEndpoints());
  }
}
