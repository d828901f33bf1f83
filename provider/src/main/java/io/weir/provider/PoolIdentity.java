package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;

/**
 * The identity of a pool: the proof of ownership that is put on cloud objects.
 *
 * @param key the infrastructure pool
 * @param uid its {@code metadata.uid}; for idempotency keys only, since it changes when a pool
 *     moves to another management cluster
 * @param clusterName name of its Cluster
 * @param cloudName name of its cloud objects
 */
public record PoolIdentity(ObjectKey key, String uid, String clusterName, String cloudName) {

  /** The identity of this object, with its name in the cloud. */
  public static PoolIdentity of(ApiObject pool, String cloudName) {
    String cluster = pool.label(MetadataKeys.CLUSTER_NAME).orElse("");
    return new PoolIdentity(pool.key(), pool.uid(), cluster, cloudName);
  }
}
