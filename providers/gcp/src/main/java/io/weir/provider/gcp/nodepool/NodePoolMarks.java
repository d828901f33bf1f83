package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The labels of Nodes that say whose a node pool is: GKE sets these in place. Cluster API's own
 * provider marks node pools with a label of their machines that names the cluster only, which stays
 * beside them.
 *
 * @see <a
 *     href="https://cloud.google.com/kubernetes-engine/docs/how-to/update-existing-nodepools">Labels
 *     of existing node pools</a>
 */
final class NodePoolMarks {

  /** What the value of a label has at most. */
  private static final int LONGEST = 63;

  private static final int DIGEST = 40;

  private NodePoolMarks() {}

  /** Puts marks among labels. */
  static void put(ObjectNode labels, PoolMarks marks) {
    labels.put(PoolMarks.MANAGEMENT_CLUSTER_KEY, marks.managementCluster());
    labels.put(PoolMarks.POOL_KEY, value(marks.pool()));
  }

  /** The mark of a pool as the value of a label, which has no slashes, and not many letters. */
  private static String value(String pool) {
    String dotted = pool.replace('/', '.');
    return dotted.length() <= LONGEST
        ? dotted
        : "sha256-" + Digest.sha256(pool).substring(0, DIGEST);
  }

  /** Reads them. */
  static OwnerMarks read(ObservedNodePool seen, OwnershipClaim claim) {
    NodePool pool = seen.pool();
    PoolMarks marks = claim.marks();
    boolean upstreams =
        pool.hasMachineLabel(
            GcpConstants.CLUSTER_LABEL_PREFIX + seen.cluster().name(), GcpConstants.OWNED);
    return new OwnerMarks(
        "node pool %s of GKE cluster %s".formatted(pool.name(), seen.cluster().name()),
        pool.label(PoolMarks.MANAGEMENT_CLUSTER_KEY),
        pool(pool.label(PoolMarks.POOL_KEY), claim),
        upstreams ? Origin.UPSTREAM : Origin.UNKNOWN,
        PoolMembers.of(seen.instances().stream()).ids(),
        "give it the Kubernetes labels %s=%s and %s=%s"
            .formatted(
                PoolMarks.MANAGEMENT_CLUSTER_KEY,
                marks.managementCluster(),
                PoolMarks.POOL_KEY,
                value(marks.pool())));
  }

  /** The mark of which this is the value; of a pool that nobody asks about, as it reads. */
  private static String pool(String value, OwnershipClaim claim) {
    Optional<String> known =
        Stream.concat(Stream.of(claim.marks().pool()), claim.formerPools().stream())
            .filter(each -> value(each).equals(value))
            .findFirst();
    return known.orElseGet(() -> value.replaceFirst("\\.", "/").replaceFirst("\\.", "/"));
  }
}
