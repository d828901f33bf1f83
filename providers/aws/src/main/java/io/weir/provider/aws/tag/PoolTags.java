package io.weir.provider.aws.tag;

import io.weir.provider.PoolMarks;
import io.weir.provider.aws.api.AwsMetadataKeys;
import java.util.Map;
import java.util.TreeMap;

/** Which tags go where. */
public final class PoolTags {

  private PoolTags() {}

  /** Tags of every resource of a pool; people's own tags never hide ours. */
  public static Map<String, String> common(
      String cluster, String name, Map<String, String> additional) {
    var tags = new TreeMap<>(additional);
    tags.put(AwsMetadataKeys.NAME_TAG, name);
    tags.put(AwsMetadataKeys.KUBERNETES_CLUSTER_TAG_PREFIX + cluster, AwsMetadataKeys.OWNED);
    tags.put(AwsMetadataKeys.OWNED_TAG_PREFIX + cluster, AwsMetadataKeys.OWNED);
    tags.put(AwsMetadataKeys.ROLE_TAG, AwsMetadataKeys.NODE_ROLE);
    return tags;
  }

  /** Tags of instances: the common ones and the bootstrap Secret's name; empty for none. */
  public static Map<String, String> ofInstances(Map<String, String> common, String secret) {
    var tags = new TreeMap<>(common);
    if (!secret.isEmpty()) {
      tags.put(AwsMetadataKeys.BOOTSTRAP_SECRET_TAG, secret);
    }
    return tags;
  }

  /** Tags of the group and the template: the common ones and the marks. */
  public static Map<String, String> ofPool(Map<String, String> common, PoolMarks marks) {
    var tags = new TreeMap<>(common);
    tags.putAll(ofMarks(marks));
    return tags;
  }

  /** The marks, as tags. */
  public static Map<String, String> ofMarks(PoolMarks marks) {
    return Map.of(
        PoolMarks.MANAGEMENT_CLUSTER_KEY,
        marks.managementCluster(),
        PoolMarks.POOL_KEY,
        marks.pool());
  }
}
