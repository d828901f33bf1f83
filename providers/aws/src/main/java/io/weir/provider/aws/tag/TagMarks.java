package io.weir.provider.aws.tag;

import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.aws.api.AwsMetadataKeys;
import java.util.Map;
import java.util.Set;

/**
 * Reads the tags that say whose a resource is. Cluster API's own provider sets that of the cluster
 * only.
 */
public final class TagMarks {

  private TagMarks() {}

  /** Whether both marks are there, no matter whose. */
  public static boolean areOn(Map<String, String> tags) {
    return tags.containsKey(PoolMarks.MANAGEMENT_CLUSTER_KEY)
        && tags.containsKey(PoolMarks.POOL_KEY);
  }

  /**
   * The marks.
   *
   * @param used whether an object that is the pool's uses it
   * @param instances provider IDs of those that it has
   */
  public static OwnerMarks read(
      String resource,
      Map<String, String> tags,
      PoolIdentity pool,
      boolean used,
      Set<String> instances) {
    return new OwnerMarks(
        resource,
        tags.getOrDefault(PoolMarks.MANAGEMENT_CLUSTER_KEY, ""),
        tags.getOrDefault(PoolMarks.POOL_KEY, ""),
        origin(tags, pool, used),
        instances,
        "give it the tags " + PoolTags.ofMarks(pool.claim().marks()));
  }

  private static Origin origin(Map<String, String> tags, PoolIdentity pool, boolean used) {
    boolean marked =
        tags.containsKey(PoolMarks.MANAGEMENT_CLUSTER_KEY) || tags.containsKey(PoolMarks.POOL_KEY);
    boolean ofCluster =
        !pool.clusterName().isEmpty()
            && AwsMetadataKeys.OWNED.equals(
                tags.get(AwsMetadataKeys.OWNED_TAG_PREFIX + pool.clusterName()));
    if (marked || !ofCluster) {
      return Origin.UNKNOWN;
    }
    return used ? Origin.USED_BY_OURS : Origin.UPSTREAM;
  }
}
