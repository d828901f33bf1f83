package io.weir.provider.scaleway.api;

import io.weir.api.GroupKind;
import io.weir.provider.PoolMarks;

/** Finalizers, keys of the Secret and tags that only the Scaleway kinds know; all wire format. */
public final class ScalewayConstants {
  private static final String GROUP = "infrastructure.cluster.x-k8s.io";

  /** The cloud's short name. */
  public static final String CLOUD = "scaleway";

  /** Where Scaleway's API is. */
  public static final String API_ADDRESS = "https://api.scaleway.com";

  /** The pool kind. */
  public static final GroupKind POOL = new GroupKind(GROUP, "ScalewayManagedMachinePool");

  /** The kind that names region, project and Secret. */
  public static final GroupKind CLUSTER = new GroupKind(GROUP, "ScalewayManagedCluster");

  /** The kind that names the cluster in Scaleway. */
  public static final GroupKind CONTROL_PLANE = new GroupKind(GROUP, "ScalewayManagedControlPlane");

  /** Keeps a ScalewayManagedMachinePool until its pool is gone. */
  public static final String POOL_FINALIZER =
      "scalewaymanagedmachinepool.infrastructure.cluster.x-k8s.io/smmp-protection";

  /** The finalizer of older releases of Scaleway's provider, which the one above replaces. */
  public static final String LEGACY_POOL_FINALIZER =
      "scalewaycluster.infrastructure.cluster.x-k8s.io/smmp-protection";

  /** Key of the Secret: the name of the API key; no request carries it. */
  public static final String ACCESS_KEY = "SCW_ACCESS_KEY";

  /** Key of the Secret: what requests carry. */
  public static final String SECRET_KEY = "SCW_SECRET_KEY";

  /**
   * Key of the Secret: another address of the API, of those that the manager admits; may be absent.
   */
  public static final String API_URL = "SCW_API_URL";

  /** Tag of a pool whose value, behind {@code =}, is the namespace of its object. */
  public static final String NAMESPACE_TAG = "caps-namespace";

  /** Tag of a pool whose value, behind {@code =}, is the name of its object. */
  public static final String NAME_TAG = "caps-scalewaymanagedmachinepool";

  /**
   * Tag of a pool whose value, behind {@code =}, is {@link PoolMarks#managementCluster}. Scaleway
   * makes labels of tags, whose keys may have no second slash.
   */
  public static final String MANAGEMENT_CLUSTER_TAG = "weir-management-cluster";

  /** Tag that says who made a pool; the value is that of Scaleway's own provider. */
  public static final String CREATED_BY_TAG = "created-by=cluster-api-provider-scaleway";

  private ScalewayConstants() {}
}
