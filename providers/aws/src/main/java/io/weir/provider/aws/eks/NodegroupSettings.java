package io.weir.provider.aws.eks;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What can be changed in a node group at any time, the size apart.
 *
 * @param labels of its Nodes
 * @param taints of its Nodes, from {@code key:EFFECT}, in EKS's words, to value
 * @param maxUnavailable so many nodes are replaced at once; absent if it is a share, or not said
 * @param maxUnavailablePercentage such a share of nodes is; absent if it is a number, or not said
 * @param repair whether EKS repairs nodes
 */
public record NodegroupSettings(
    Map<String, String> labels,
    Map<String, String> taints,
    @Nullable Integer maxUnavailable,
    @Nullable Integer maxUnavailablePercentage,
    boolean repair) {

  public NodegroupSettings {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    taints = Collections.unmodifiableMap(new TreeMap<>(taints));
  }

  /** Name of a taint in {@link #taints}. */
  public static String taintName(String key, String effect) {
    return key + ":" + effect;
  }

  /** The key of a taint, of its name. */
  public static String taintKey(String name) {
    return name.substring(0, name.lastIndexOf(':'));
  }

  /** The effect of a taint, of its name. */
  public static String taintEffect(String name) {
    return name.substring(name.lastIndexOf(':') + 1);
  }

  /** Whether another says how many nodes are replaced at once, and says it differently. */
  boolean differsInUpdates(NodegroupSettings wanted) {
    boolean said = wanted.maxUnavailable != null || wanted.maxUnavailablePercentage != null;
    return said
        && !(Objects.equals(maxUnavailable, wanted.maxUnavailable)
            && Objects.equals(maxUnavailablePercentage, wanted.maxUnavailablePercentage));
  }
}
