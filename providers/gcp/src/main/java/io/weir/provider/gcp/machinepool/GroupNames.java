package io.weir.provider.gcp.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;

/** Names of managed instance groups, as upstream gives them. */
public final class GroupNames {

  private GroupNames() {}

  /** That of a pool's group; begins with a dash while the pool does not tell its Cluster. */
  public static String of(ApiObject pool) {
    return pool.label(MetadataKeys.CLUSTER_NAME).orElse("") + "-" + pool.name();
  }
}
