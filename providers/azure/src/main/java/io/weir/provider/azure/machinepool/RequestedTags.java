package io.weir.provider.azure.machinepool;

import io.weir.api.Excerpt;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.api.AzureReasons;
import io.weir.provider.azure.api.ReservedTags;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tags that people ask for, on the pool and on its AzureCluster, which Weir does not review.
 */
final class RequestedTags {

  private RequestedTags() {}

  /**
   * Those of both; the pool's own go first, also where only the case of a name differs.
   *
   * @param cluster name of the Cluster
   * @param pool the AzureMachinePool, as messages name it
   * @throws PrerequisiteException if one is reserved and says other than what Weir sets itself, or
   *     if two of an object are one to Azure
   */
  static Map<String, String> of(
      String cluster, Map<String, String> ofCluster, Object pool, Map<String, String> ofPool)
      throws PrerequisiteException {
    check(cluster, "AzureCluster", ofCluster);
    check(cluster, pool, ofPool);
    var own = byName(pool, ofPool);
    var all = new TreeMap<>(ofPool);
    byName("AzureCluster", ofCluster)
        .forEach(
            (name, value) -> {
              if (!own.containsKey(name)) {
                all.put(name, value);
              }
            });
    return all;
  }

  private static Map<String, String> byName(Object object, Map<String, String> tags)
      throws PrerequisiteException {
    var byName = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (var tag : new TreeMap<>(tags).entrySet()) {
      if (byName.containsKey(tag.getKey())) {
        throw PrerequisiteException.needsUserAction(
            AzureReasons.INVALID,
            "%s spec.additionalTags has %s twice, in small letters and in capitals, which Azure does not tell apart: remove one"
                .formatted(object, Excerpt.of(tag.getKey())));
      }
      byName.put(tag.getKey(), tag.getValue());
    }
    return byName;
  }

  private static void check(String cluster, Object object, Map<String, String> tags)
      throws PrerequisiteException {
    for (var tag : tags.entrySet()) {
      var owner = ReservedTags.owner(tag.getKey());
      if (owner.isPresent() && !isSetAnyway(cluster, tag.getKey(), tag.getValue())) {
        throw PrerequisiteException.needsUserAction(
            AzureReasons.INVALID,
            "%s spec.additionalTags has %s: %s; remove it"
                .formatted(object, Excerpt.of(tag.getKey()), owner.get()));
      }
    }
  }

  /** Whether it says of the machines what Weir says of them. */
  private static boolean isSetAnyway(String cluster, String key, String value) {
    return (key.equals(AzureMetadataKeys.ROLE_TAG) && value.equals(AzureMetadataKeys.NODE_ROLE))
        || (key.equals(AzureMetadataKeys.OWNED_TAG_PREFIX + cluster)
            && value.equals(AzureMetadataKeys.OWNED));
  }
}
