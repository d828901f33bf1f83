package io.weir.provider.aws;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.aws.account.AwsScopeResolver;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.api.EksKeys;
import io.weir.provider.aws.eks.calls.ClusterLogin;
import io.weir.provider.aws.eks.calls.ClusterLookup;
import io.weir.provider.aws.eks.calls.EksPoolCalls;
import java.time.Clock;
import java.util.Set;

/** The way into EKS clusters, by tokens that AWS accepts of the identity of the control plane. */
record EksControlPlaneAccess(AwsSessions sessions, ClusterIdentities identities, Clock clock)
    implements ControlPlaneAccess {

  @Override
  public GroupKind controlPlane() {
    return EksKeys.CONTROL_PLANE;
  }

  @Override
  public GroupKind infrastructureCluster() {
    return EksKeys.INFRASTRUCTURE;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return AwsScopeResolver.relatedKindsOfEks();
  }

  @Override
  public CloudScope scope(ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    CloudScope cloudScope = AwsScopeResolver.resolveEks(controlPlane);
    return cloudScope.withIdentity(
        identities.authorize(cloudScope.identity(), controlPlane, relatedObjects));
  }

  @Override
  public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
    return new ClusterLogin(calls(cloudScope), clock).credentials(cloudScope);
  }

  @Override
  public FoundCluster find(CloudScope cloudScope) throws ProviderException {
    return ClusterLookup.find(calls(cloudScope), cloudScope.parentId());
  }

  private EksPoolCalls calls(CloudScope cloudScope) {
    var session = sessions.sessionFor(cloudScope);
    return () -> session;
  }
}
