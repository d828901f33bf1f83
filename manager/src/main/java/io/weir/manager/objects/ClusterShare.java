package io.weir.manager.objects;

import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;

/** With which others an object shares a part of its controller's workers. */
public final class ClusterShare {

  private ClusterShare() {}

  /** Those of its Cluster, by label; what names none shares the part of its namespace. */
  public static String of(ObjectKey key, ObjectCache objects) {
    String cluster =
        objects.get(key).flatMap(object -> object.label(MetadataKeys.CLUSTER_NAME)).orElse("");
    return new ObjectKey(key.namespace(), cluster).toString();
  }
}
