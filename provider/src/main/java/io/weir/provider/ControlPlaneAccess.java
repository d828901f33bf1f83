package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.Set;

/**
 * The way into clusters whose control plane a cloud runs. The manager takes it where a Cluster has
 * no kubeconfig that can be used as it is, with the identity that the control plane names.
 */
public interface ControlPlaneAccess {

  /** The kind of control plane that a Cluster names, {@code spec.controlPlaneRef}. */
  GroupKind controlPlane();

  /** The kind of infrastructure cluster that such a Cluster names. */
  GroupKind infrastructureCluster();

  /** The field of the control plane's spec that says where its API server is. */
  default String endpointField() {
    return "controlPlaneEndpoint";
  }

  /** Further kinds that {@link #scope} reads, such as those of identities. */
  Set<GroupKind> relatedKinds();

  /**
   * Which cluster of the cloud that is, {@link CloudScope#parentId}, and whose credentials are
   * used. Pure; asked each time before credentials are used or made.
   *
   * @param cluster the Cluster that names the control plane
   * @param relatedObjects reads objects of the kinds in {@link #relatedKinds()}
   * @throws PrerequisiteException if something is not said yet, or the namespace of the control
   *     plane may not use the identity
   */
  CloudScope scope(ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects)
      throws PrerequisiteException;

  /**
   * Asks the cloud where the API server is, and makes credentials for it. What objects say of the
   * address must not count: whoever writes them would be sent the credentials.
   */
  ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException;

  /**
   * Looks a cluster up that exists already. Asked only in the role {@link
   * PoolProviderFactory#attachedRole}, in which the manager says in the place of the control
   * plane's own controller what that would.
   */
  FoundCluster find(CloudScope cloudScope) throws ProviderException;
}
