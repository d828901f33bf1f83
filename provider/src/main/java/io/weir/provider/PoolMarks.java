package io.weir.provider;

import io.weir.api.ApiObject;

/**
 * What a pool marks its cloud objects with, so that they can be told from those of other pools and
 * other management clusters. Without the pool's UID: it stays true when the pool is restored or
 * moved.
 *
 * @param managementCluster UID of the Namespace kube-system: which management cluster this is
 * @param pool the pool in it: {@code Kind/namespace/name}
 */
public record PoolMarks(String managementCluster, String pool) {

  /** Key of the mark that holds {@link #managementCluster}, where a cloud allows such keys. */
  public static final String MANAGEMENT_CLUSTER_KEY = "weir.io/management-cluster";

  /** Key of the mark that holds {@link #pool}, where a cloud allows such keys. */
  public static final String POOL_KEY = "weir.io/pool";

  /** The marks of a pool. */
  public static PoolMarks of(String managementCluster, ApiObject pool) {
    return new PoolMarks(managementCluster, pool.groupKind().kind() + "/" + pool.key());
  }
}
