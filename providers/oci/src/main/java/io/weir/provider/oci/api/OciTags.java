package io.weir.provider.oci.api;

import java.util.Set;

/**
 * Keys of freeform tags that say whose something is. OCI takes no dots in keys.
 *
 * @see <a
 *     href="https://docs.oracle.com/en-us/iaas/Content/Tagging/Concepts/taggingoverview.htm">Tags</a>
 */
public final class OciTags {

  /** Who made it; the value is that of Cluster API's own provider. */
  public static final String CREATED_BY = "CreatedBy";

  /** The value of {@link #CREATED_BY}. */
  public static final String PROVIDER = "OCIClusterAPIProvider";

  /** The cluster that it was made for: {@code spec.ociResourceIdentifier} of its object. */
  public static final String CLUSTER_RESOURCE = "ClusterResourceIdentifier";

  /** The management cluster of its pool; only Weir sets it. */
  public static final String MANAGEMENT_CLUSTER = "weir-management-cluster";

  /** Its pool; only Weir sets it. */
  public static final String POOL = "weir-pool";

  /** What an instance configuration was made from; only Weir sets it. */
  public static final String FINGERPRINT = "weir-configuration";

  /** Those that no tag of a cluster replaces. */
  public static final Set<String> RESERVED =
      Set.of(CREATED_BY, CLUSTER_RESOURCE, MANAGEMENT_CLUSTER, POOL, FINGERPRINT);

  private OciTags() {}
}
