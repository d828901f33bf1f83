package io.weir.provider.azure;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.azure.account.AzureScopeResolver;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.akscluster.calls.AksClusterCalls;
import io.weir.provider.azure.api.AzureKinds;
import java.util.Set;

/** The way into clusters of AKS, by tokens that Microsoft Entra ID gives their identity. */
record AksControlPlaneAccess(AksClusterCalls calls, ClusterIdentities identities)
    implements ControlPlaneAccess {

  @Override
  public GroupKind controlPlane() {
    return AzureKinds.MANAGED_CONTROL_PLANE;
  }

  @Override
  public GroupKind infrastructureCluster() {
    return AzureKinds.MANAGED_CLUSTER;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return AzureScopeResolver.relatedKindsOfAks();
  }

  @Override
  public CloudScope scope(ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    CloudScope named = AzureScopeResolver.ofAks(controlPlane);
    return named.withIdentity(identities.authorize(named.identity(), controlPlane, relatedObjects));
  }

  @Override
  public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
    return calls.credentials(cloudScope);
  }

  @Override
  public FoundCluster find(CloudScope cloudScope) throws ProviderException {
    return calls.find(cloudScope).found();
  }
}
