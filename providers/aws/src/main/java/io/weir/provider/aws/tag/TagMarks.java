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
 * only; the first release of Weir also named the pool, without its kind.
 */
public final class TagMarks {

  /** The only kind of the first release. */
  private static final String FIRST_KIND = "AWSMachinePool";

  private TagMarks() {}

  /** Whether both marks are there, whosever they are. */
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
        pool(tags),
        origin(tags, pool, used),
        instances,
        "give it the tags " + PoolTags.ofMarks(pool.claim().marks()));
  }

  /** With its kind, which the first release left out: there was one only. */
  private static String pool(Map<String, String> tags) {
    String named = tags.getOrDefault(PoolMarks.POOL_KEY, "");
    return isOfFirstRelease(named) ? FIRST_KIND + "/" + named : named;
  }

  /** Namespace and name, with one slash. */
  private static boolean isOfFirstRelease(String named) {
    return named.contains("/") && named.indexOf('/') == named.lastIndexOf('/');
  }

  private static Origin origin(Map<String, String> tags, PoolIdentity pool, boolean used) {
    boolean ofCluster =
        pool.clusterName().isEmpty()
            || AwsMetadataKeys.OWNED.equals(
                tags.get(AwsMetadataKeys.OWNED_TAG_PREFIX + pool.clusterName()));
    if (!ofCluster || tags.containsKey(PoolMarks.MANAGEMENT_CLUSTER_KEY)) {
      return Origin.UNKNOWN;
    }
    String owner = tags.get(PoolMarks.POOL_KEY);
    if (owner != null) {
      boolean theirs = isOfFirstRelease(owner) && pool.claim().covers(pool(tags));
      return theirs ? Origin.FIRST_RELEASE : Origin.UNKNOWN;
    }
    if (pool.clusterName().isEmpty()) {
      return Origin.UNKNOWN;
    }
    return used ? Origin.USED_BY_OURS : Origin.UPSTREAM;
  }
}
