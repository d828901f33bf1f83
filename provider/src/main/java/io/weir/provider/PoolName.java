package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;

/**
 * The identity of a pool: the proof of ownership that is put on cloud objects.
 *
 * @param pool the infrastructure pool
 * @param uid its {@code metadata.uid}; for idempotency keys only, since it changes when a pool
 *     moves to another management cluster
 * @param cluster name of its Cluster
 * @param cloudName name of its cloud objects
 */
public record PoolName(ObjectKey pool, String uid, String cluster, String cloudName) {

  /** The identity of this object, with its name in the cloud. */
  public static PoolName of(ApiObject pool, String cloudName) {
    String cluster = pool.label(Keys.CLUSTER_NAME).orElse("");
    return new PoolName(pool.key(), pool.uid(), cluster, cloudName);
  }
}
