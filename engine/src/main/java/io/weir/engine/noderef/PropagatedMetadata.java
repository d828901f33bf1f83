package io.weir.engine.noderef;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The labels and annotations of a pool's template that its Nodes carry: those in the domains that
 * Cluster API has set aside for it. All others are the Nodes' own.
 *
 * @param labels by key, of the allowed domains only
 * @param annotations by key, of the allowed domains only
 * @see <a href="https://cluster-api.sigs.k8s.io/reference/api/metadata-propagation">metadata
 *     propagation</a>
 */
public record PropagatedMetadata(Map<String, String> labels, Map<String, String> annotations) {

  /** A template without any. */
  public static final PropagatedMetadata NONE = new PropagatedMetadata(Map.of(), Map.of());

  private static final String ROLE = "node-role.kubernetes.io";
  private static final String RESTRICTED = "node-restriction.kubernetes.io";
  private static final String CLUSTER_API = "node.cluster.x-k8s.io";

  /** Leaves out what does not reach Nodes. */
  public PropagatedMetadata {
    labels = only(labels, PropagatedMetadata::isPropagatedLabel);
    annotations = only(annotations, PropagatedMetadata::isPropagatedAnnotation);
  }

  /** Whether labels of this key reach Nodes. */
  public static boolean isPropagatedLabel(String key) {
    String domain = domain(key);
    return domain.equals(ROLE) || within(domain, RESTRICTED) || within(domain, CLUSTER_API);
  }

  /** Whether annotations of this key do. */
  public static boolean isPropagatedAnnotation(String key) {
    return within(domain(key), CLUSTER_API);
  }

  private static Map<String, String> only(Map<String, String> given, Predicate<String> allowed) {
    var kept = new TreeMap<String, String>();
    given.forEach(
        (key, value) -> {
          if (allowed.test(key)) {
            kept.put(key, value);
          }
        });
    return Map.copyOf(kept);
  }

  private static String domain(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? "" : key.substring(0, slash);
  }

  private static boolean within(String domain, String wanted) {
    return domain.equals(wanted) || domain.endsWith("." + wanted);
  }
}
