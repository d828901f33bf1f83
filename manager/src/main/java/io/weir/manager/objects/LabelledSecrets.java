package io.weir.manager.objects;

import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.FieldPruning;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.ObjectSelector;

/** The Secrets with a cluster's label, watched by one connection, and as many kept as fit. */
public final class LabelledSecrets {

  /** The share of the heap that they may take: an eighth. */
  private static final int HEAP_SHARE = 8;

  /** What a cloud takes as bootstrap data is less, a kubeconfig much less. */
  private static final long LARGEST = 256 << 10;

  private LabelledSecrets() {}

  /** Begins the watch. The cache may hold trimmed ones: {@link SecretRetention#whole}. */
  public static ObjectCache watch(KubeCluster management) {
    return watch(
        management, new SecretRetention(Runtime.getRuntime().maxMemory() / HEAP_SHARE, LARGEST));
  }

  static ObjectCache watch(KubeCluster management, SecretRetention retention) {
    ObjectCache cache =
        management
            .informers()
            .cache(
                GroupKind.SECRET,
                ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME),
                FieldPruning.of().keeping(retention::keep));
    Change.Subscription _ =
        cache.subscribe(
            change -> {
              if (change instanceof Change.Deleted) {
                retention.release(change.key());
              }
            });
    return cache;
  }
}
