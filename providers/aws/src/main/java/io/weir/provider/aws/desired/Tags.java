package io.weir.provider.aws.desired;

import io.weir.api.ObjectKey;
import io.weir.provider.aws.api.AwsKeys;
import java.util.Map;
import java.util.TreeMap;

/** Which tags go where. */
public final class Tags {

  /**
   * Which pool a group or template belongs to, {@code namespace/name}; without the UID, so that it
   * stays true when the object is restored or moved. Written and read by Weir only; what the
   * upstream provider made has none.
   */
  public static final String POOL = "weir.io/pool";

  private Tags() {}

  /** Tags of every resource of a pool; people's own tags never hide ours. */
  static Map<String, String> common(String cluster, String name, Map<String, String> additional) {
    var tags = new TreeMap<>(additional);
    tags.put(AwsKeys.NAME_TAG, name);
    tags.put(AwsKeys.KUBERNETES_CLUSTER_TAG_PREFIX + cluster, AwsKeys.OWNED);
    tags.put(AwsKeys.OWNED_TAG_PREFIX + cluster, AwsKeys.OWNED);
    tags.put(AwsKeys.ROLE_TAG, AwsKeys.NODE_ROLE);
    return tags;
  }

  /** Tags of instances: the common ones and the bootstrap Secret's name. */
  static Map<String, String> ofInstances(Map<String, String> common, String secret) {
    var tags = new TreeMap<>(common);
    tags.put(AwsKeys.BOOTSTRAP_SECRET_TAG, secret);
    return tags;
  }

  /** Tags of the group and the template: the common ones and the pool's name. */
  static Map<String, String> ofPool(Map<String, String> common, ObjectKey pool) {
    var tags = new TreeMap<>(common);
    tags.put(POOL, pool.toString());
    return tags;
  }
}
