package io.weir.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Node of the workload cluster, as far as it concerns a pool.
 *
 * @param name its name
 * @param uid its UID
 * @param providerId its {@code spec.providerID}; empty while nobody has set it
 * @param labels its labels
 * @param readySince since when it is Ready; absent if it is not
 * @param kubeletVersion such as {@code v1.35.4}; empty before the kubelet has told it
 * @param cordoned whether nothing is scheduled on it any more
 * @param taintKeys the keys of its taints
 * @param annotations its annotations
 */
public record PoolNode(
    String name,
    String uid,
    String providerId,
    Map<String, String> labels,
    Optional<Instant> readySince,
    String kubeletVersion,
    boolean cordoned,
    List<String> taintKeys,
    Map<String, String> annotations) {
  public PoolNode {
    annotations = Map.copyOf(annotations);
    labels = Map.copyOf(labels);
    taintKeys = List.copyOf(taintKeys);
  }

  /** Whether it is Ready. */
  public boolean isReady() {
    return readySince.isPresent();
  }
}
