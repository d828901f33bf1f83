package io.weir.provider.aws.eks;

import io.weir.provider.OwnerMarks;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.tag.PoolTags;
import java.util.Map;
import java.util.Set;

/**
 * Whose a part of a pool is, by its tags. Cluster API's own provider gives all of them the tag of
 * their EKS cluster, and no other.
 */
final class EksMarks {

  private EksMarks() {}

  /** The tag by which upstream knows what it made for a cluster. */
  static String clusterTag(String cluster) {
    return AwsMetadataKeys.KUBERNETES_CLUSTER_TAG_PREFIX + cluster;
  }

  /** Whether Cluster API's provider, or Weir, made it for the cluster. */
  static boolean areOfCluster(String cluster, Map<String, String> tags) {
    return AwsMetadataKeys.OWNED.equals(tags.get(clusterTag(cluster)));
  }

  /**
   * Whose it is.
   *
   * @param used whether what is the pool's uses it
   * @param instances provider IDs of its instances
   */
  static Ownership ownership(
      String resource,
      String cluster,
      Map<String, String> tags,
      PoolIdentity pool,
      boolean used,
      Set<String> instances) {
    var origin =
        !areOfCluster(cluster, tags)
            ? OwnerMarks.Origin.UNKNOWN
            : used ? OwnerMarks.Origin.USED_BY_OURS : OwnerMarks.Origin.UPSTREAM;
    return Ownership.of(
        new OwnerMarks(
            resource,
            tags.getOrDefault(PoolMarks.MANAGEMENT_CLUSTER_KEY, ""),
            tags.getOrDefault(PoolMarks.POOL_KEY, ""),
            origin,
            instances,
            "give it the tags " + PoolTags.ofMarks(pool.claim().marks())),
        pool.claim());
  }
}
