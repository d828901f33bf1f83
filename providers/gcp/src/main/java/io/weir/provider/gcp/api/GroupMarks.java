package io.weir.provider.gcp.api;

/**
 * Metadata keys by which a managed instance group tells whose it is. They are in its all-instances
 * configuration: groups have no labels, and their description cannot be changed.
 */
public final class GroupMarks {

  /** Holds {@link io.weir.provider.PoolMarks#managementCluster}. */
  public static final String MANAGEMENT_CLUSTER = "weir-management-cluster";

  /** Holds {@link io.weir.provider.PoolMarks#pool}. */
  public static final String POOL = "weir-pool";

  private GroupMarks() {}
}
