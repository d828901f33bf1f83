package io.weir.provider.aws.tag;

import io.weir.api.ApiObject;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.ReservedTags;
import java.util.HashMap;
import java.util.Map;

/** The tags that people ask for, on the pool and on its AWSCluster, which Weir does not review. */
public final class RequestedTags {

  private RequestedTags() {}

  /**
   * Those of both; the pool's own go first.
   *
   * @param cluster name of the Cluster
   * @throws PrerequisiteException if one is reserved and says other than what Weir sets itself
   */
  public static Map<String, String> of(
      String cluster,
      ApiObject awsCluster,
      Map<String, String> ofCluster,
      ApiObject pool,
      Map<String, String> ofPool)
      throws PrerequisiteException {
    check(cluster, awsCluster, ofCluster);
    check(cluster, pool, ofPool);
    var all = new HashMap<>(ofCluster);
    all.putAll(ofPool);
    return all;
  }

  private static void check(String cluster, ApiObject object, Map<String, String> tags)
      throws PrerequisiteException {
    for (var tag : tags.entrySet()) {
      var owner = ReservedTags.owner(tag.getKey());
      if (owner.isPresent() && !isSetAnyway(cluster, tag.getKey(), tag.getValue())) {
        throw PrerequisiteException.needsUserAction(
            AwsReasons.INVALID,
            "%s spec.additionalTags has %s: %s; remove it"
                .formatted(object, tag.getKey(), owner.get()));
      }
    }
  }

  /** Whether it says of the machines what Weir says of them. */
  private static boolean isSetAnyway(String cluster, String key, String value) {
    return (key.equals(AwsMetadataKeys.ROLE_TAG) && value.equals(AwsMetadataKeys.NODE_ROLE))
        || (key.equals(AwsMetadataKeys.OWNED_TAG_PREFIX + cluster)
            && value.equals(AwsMetadataKeys.OWNED));
  }
}
