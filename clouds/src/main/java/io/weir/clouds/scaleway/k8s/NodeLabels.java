package io.weir.clouds.scaleway.k8s;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Labels and taints with which a node shows up in its cluster: Kapsule's own, those of its pool,
 * and those in the pool's tags, as Scaleway's documentation on tags describes them.
 */
final class NodeLabels {
  private static final String PREFIX = "k8s.scaleway.com/";
  private static final String TAINT = "taint=";
  private static final String BARE = "noprefix=";

  private NodeLabels() {}

  static Map<String, String> of(SimulatedNode simulatedNode) {
    SimulatedPool simulatedPool = simulatedNode.pool;
    Map<String, String> labels = new TreeMap<>();
    for (String tag : simulatedPool.settings.tags) {
      boolean bare = tag.startsWith(BARE);
      String pair = bare ? tag.substring(BARE.length()) : tag;
      int equals = pair.indexOf('=');
      if (equals > 0 && !pair.startsWith(TAINT)) {
        labels.put((bare ? "" : PREFIX) + pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    labels.putAll(simulatedPool.settings.labels);
    labels.put(PREFIX + "kapsule", simulatedPool.cluster.id);
    labels.put(PREFIX + "managed", "true");
    labels.put(PREFIX + "node", simulatedNode.id);
    labels.put(PREFIX + "pool", simulatedPool.id);
    labels.put(PREFIX + "pool-name", simulatedPool.settings.name);
    labels.put("node.kubernetes.io/instance-type", simulatedPool.settings.apiNodeType());
    labels.put("topology.kubernetes.io/region", simulatedPool.cluster.spec.region());
    labels.put("topology.kubernetes.io/zone", simulatedPool.settings.zone);
    if (simulatedPool.settings.nodeType != null) {
      labels.put("node.kubernetes.io/instance-type", simulatedPool.settings.nodeType.name());
    }
    return labels;
  }

  /** The taints in a kubelet's notation, separated by commas. */
  static String taints(SimulatedNode simulatedNode) {
    List<String> taints = new ArrayList<>();
    PoolSettings settings = simulatedNode.pool.settings;
    settings.taints.forEach(taint -> taints.add(notation(taint)));
    settings.startupTaints.forEach(taint -> taints.add(notation(taint)));
    for (String tag : settings.tags) {
      boolean bare = tag.startsWith(TAINT + BARE);
      if (tag.startsWith(TAINT)) {
        String taint = tag.substring(TAINT.length() + (bare ? BARE.length() : 0));
        taints.add((bare ? "" : PREFIX) + taint);
      }
    }
    return String.join(",", taints);
  }

  private static String notation(PoolSettings.Taint taint) {
    String effect =
        switch (taint.effect()) {
          case "no_execute" -> "NoExecute";
          case "prefer_no_schedule" -> "PreferNoSchedule";
          default -> "NoSchedule";
        };
    return taint.key() + "=" + taint.value() + ":" + effect;
  }
}
