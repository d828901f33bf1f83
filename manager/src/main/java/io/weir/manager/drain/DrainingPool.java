package io.weir.manager.drain;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;

/**
 * A pool with Nodes to drain.
 *
 * @param kind of the infrastructure pool
 * @param key of the infrastructure pool
 * @param uid of the infrastructure pool
 * @param cluster the Cluster in which its Nodes are
 */
public record DrainingPool(GroupKind kind, ObjectKey key, String uid, ObjectKey cluster) {}
