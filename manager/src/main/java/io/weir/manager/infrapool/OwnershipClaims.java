package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.engine.ownership.OwnershipDecisions;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ManagementCluster;
import io.weir.provider.Ownership;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.TakenOver;
import java.util.Optional;
import java.util.Set;

/** What the pools of one kind can show for their claim to cloud objects. */
final class OwnershipClaims {

  private static final String BY_UPSTREAM_MARK = "upstream-mark";

  private final ManagementCluster managementCluster;
  private final ObjectCache pools;
  private final String onlyNamespace;

  /**
   * Makes it.
   *
   * @param pools those of the kind, of all namespaces that are looked after
   * @param onlyNamespace the only namespace that is looked after; empty for all
   */
  OwnershipClaims(ManagementCluster managementCluster, ObjectCache pools, String onlyNamespace) {
    this.managementCluster = managementCluster;
    this.onlyNamespace = onlyNamespace;
    this.pools = pools;
    pools.addIndex(
        BY_UPSTREAM_MARK,
        pool -> Set.of(upstreamMark(pool, pool.label(MetadataKeys.CLUSTER_NAME).orElse(""))));
  }

  /** Those of one pool. */
  OwnershipClaim of(ApiObject pool, String clusterName) {
    OwnershipDecisions decisions = managementCluster.ownershipDecisions();
    PoolMarks marks = PoolMarks.of(managementCluster.uid(), pool);
    return new OwnershipClaim(
        marks,
        pool.namespace(),
        decisions.formerPools().getOrDefault(marks.pool(), Set.of()),
        decisions.formerOf(pool.namespace()),
        adoption(pool, clusterName, marks, decisions),
        managementCluster.unreadDecisions(pool.isDeleting()),
        TakenOver.from(pool, managementCluster.uid()));
  }

  private Adoption adoption(
      ApiObject pool, String clusterName, PoolMarks marks, OwnershipDecisions decisions) {
    String decision = OwnershipDecisions.adoption(marks.pool(), clusterName);
    if (decisions.adopted().contains(decision)) {
      return new Adoption.Granted();
    }
    if (pool.annotation(Ownership.ADOPT).filter("true"::equals).isEmpty()) {
      return new Adoption.NotRequested();
    }
    return contestant(pool, clusterName)
        .<Adoption>map(other -> new Adoption.Contested(other, decision))
        .orElseGet(() -> new Adoption.Requested(PoolMembers.listedIn(pool), decision));
  }

  private Optional<String> contestant(ApiObject pool, String clusterName) {
    if (!onlyNamespace.isEmpty()) {
      return Optional.of("a pool outside of namespace %s".formatted(onlyNamespace));
    }
    return pools.byIndex(BY_UPSTREAM_MARK, upstreamMark(pool, clusterName)).stream()
        .map(ApiObject::key)
        .filter(key -> !key.equals(pool.key()))
        .map(key -> "pool " + key)
        .findFirst();
  }

  /** All that a mark of Cluster API's own provider tells of a pool: it has no namespace. */
  private static String upstreamMark(ApiObject pool, String clusterName) {
    return clusterName + "/" + pool.name();
  }
}
