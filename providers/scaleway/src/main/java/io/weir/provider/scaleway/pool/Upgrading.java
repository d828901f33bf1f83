package io.weir.provider.scaleway.pool;

import io.weir.provider.Version;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.Optional;

/** Where a pool stands with its version. Kapsule upgrades to the cluster's version only. */
enum Upgrading {
  /** Nobody asks for more. A pool that is ahead is left alone. */
  DONE,
  /** It is asked for and can be had. */
  POSSIBLE,
  /** The cluster must be upgraded first. */
  CLUSTER_BEHIND,
  /** The cluster is past it: people must ask for the cluster's version. */
  CLUSTER_AHEAD;

  static Upgrading of(Want want, KapsulePool pool, KapsuleCluster cluster) {
    Optional<Version> has = Version.of(pool.version());
    Optional<Version> can = Version.of(cluster.version());
    if (want.version().isEmpty() || has.isEmpty() || can.isEmpty()) {
      return DONE;
    }
    Version wanted = want.version().get();
    if (has.get().compare(wanted) >= 0) {
      return DONE;
    }
    int order = can.get().compare(wanted);
    return order == 0 ? POSSIBLE : order < 0 ? CLUSTER_BEHIND : CLUSTER_AHEAD;
  }
}
