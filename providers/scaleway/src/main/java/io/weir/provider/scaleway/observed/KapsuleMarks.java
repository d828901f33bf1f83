package io.weir.provider.scaleway.observed;

import io.weir.api.ObjectKey;
import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.scaleway.api.ScalewayConstants;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.ArrayList;
import java.util.List;

/**
 * The tags that say whose a pool of Kapsule is. Namespace and name are tags of Scaleway's own
 * provider, so that both know each other's pools; only Weir adds the management cluster.
 */
public final class KapsuleMarks {

  private KapsuleMarks() {}

  /** What a pool is tagged with. */
  public static List<String> tags(ObjectKey pool, PoolMarks marks) {
    return List.of(
        tag(ScalewayConstants.NAMESPACE_TAG, pool.namespace()),
        tag(ScalewayConstants.NAME_TAG, pool.name()),
        tag(ScalewayConstants.MANAGEMENT_CLUSTER_TAG, marks.managementCluster()));
  }

  /** Whether only Weir and Scaleway's own provider may set this tag. */
  public static boolean isReserved(String asked) {
    // Who stores it may take spaces away.
    String tag = asked.strip();
    return tag.startsWith(ScalewayConstants.NAMESPACE_TAG + "=")
        || tag.startsWith(ScalewayConstants.NAME_TAG + "=")
        || tag.startsWith(ScalewayConstants.MANAGEMENT_CLUSTER_TAG + "=");
  }

  /** The tags of a pool as they are, but with these marks. */
  public static List<String> marked(KapsulePool made, PoolIdentity pool) {
    var tags = new ArrayList<>(tags(pool.key(), pool.claim().marks()));
    made.tags().stream().filter(tag -> !isReserved(tag)).forEach(tags::add);
    return tags;
  }

  /**
   * Reads them.
   *
   * @param noted whether the object of the pool has noted it as its own, so that it has carried all
   *     marks
   */
  static OwnerMarks read(
      KapsulePool made,
      PoolIdentity pool,
      KapsuleCluster cluster,
      List<KapsuleNode> nodes,
      boolean noted) {
    PoolMarks marks = pool.claim().marks();
    String managementCluster = value(made, ScalewayConstants.MANAGEMENT_CLUSTER_TAG);
    String named = named(made);
    boolean upstreams = managementCluster.isEmpty() && !noted && pool.claim().covers(named);
    return new OwnerMarks(
        "pool %s (%s) of cluster %s".formatted(made.name(), made.id(), cluster.name()),
        managementCluster,
        upstreams ? "" : named,
        upstreams ? Origin.UPSTREAM : Origin.UNKNOWN,
        PoolMembers.of(nodes.stream().map(KapsuleNode::toInstance)).ids(),
        "give it the tags " + String.join(", ", tags(pool.key(), marks)));
  }

  private static String named(KapsulePool made) {
    String namespace = value(made, ScalewayConstants.NAMESPACE_TAG);
    String name = value(made, ScalewayConstants.NAME_TAG);
    return namespace.isEmpty() || name.isEmpty()
        ? ""
        : ScalewayConstants.POOL.kind() + "/" + new ObjectKey(namespace, name);
  }

  private static String tag(String key, String value) {
    return key + "=" + value;
  }

  private static String value(KapsulePool made, String key) {
    return made.tags().stream()
        .filter(tag -> tag.startsWith(key + "="))
        .map(tag -> tag.substring(key.length() + 1))
        .findFirst()
        .orElse("");
  }
}
