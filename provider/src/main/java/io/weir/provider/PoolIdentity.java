package io.weir.provider;

import io.weir.api.ObjectKey;

/**
 * The identity of a pool, and what it can show for its claim to cloud objects.
 *
 * @param key the infrastructure pool
 * @param uid its {@code metadata.uid}; for idempotency keys only, since it changes when a pool
 *     moves to another management cluster
 * @param clusterName name of its Cluster
 * @param cloudName name of its cloud objects
 * @param claim what decides with the marks on cloud objects whose they are
 */
public record PoolIdentity(
    ObjectKey key, String uid, String clusterName, String cloudName, OwnershipClaim claim) {}
