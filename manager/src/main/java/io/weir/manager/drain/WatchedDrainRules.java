package io.weir.manager.drain;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.drain.DrainRules;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The MachineDrainRules of the management cluster, by their watch. Where the kind is not installed
 * there are none; as long as that, or one of them, is in doubt, none can be relied on.
 */
public final class WatchedDrainRules {

  private final ObjectCache rules;
  private final ObjectCache clusters;
  private final Function<GroupKind, String> watchProblem;

  /**
   * Those of these caches.
   *
   * @param watchProblem what keeps the watch of a kind from working now; empty if it works
   */
  WatchedDrainRules(
      ObjectCache rules, ObjectCache clusters, Function<GroupKind, String> watchProblem) {
    this.rules = rules;
    this.clusters = clusters;
    this.watchProblem = watchProblem;
  }

  /** Those of the management cluster; their watch begins with this. */
  public static WatchedDrainRules of(KubeCluster management) {
    return new WatchedDrainRules(
        management.cache(GroupKind.MACHINE_DRAIN_RULE),
        management.cache(GroupKind.CLUSTER),
        kind -> management.informers().problems().getOrDefault(kind, ""));
  }

  /** Those for machines with these labels. Throws KubeException if their Cluster cannot be read. */
  public DrainRulesState of(ObjectKey cluster, Map<String, String> machine) {
    return unknown(rules)
        .or(() -> unknown(clusters))
        .or(() -> unreadable(cluster.namespace()))
        .orElseGet(() -> known(cluster, machine));
  }

  private DrainRulesState known(ObjectKey cluster, Map<String, String> machine) {
    Map<String, String> labels = clusters.get(cluster).map(ApiObject::labels).orElse(Map.of());
    try {
      return new DrainRulesState.Known(
          DrainRules.of(rules.list(cluster.namespace()), machine, labels));
    } catch (IllegalArgumentException invalid) {
      return new DrainRulesState.Unknown(String.valueOf(invalid.getMessage()));
    }
  }

  private Optional<DrainRulesState> unknown(ObjectCache cache) {
    if (cache.isSynced()) {
      return Optional.empty();
    }
    String kind = cache.kind().kind();
    if (cache.syncState() == ObjectCache.SyncState.UNRELIABLE) {
      return unknown("the CRD of %s is not established, or is being deleted".formatted(kind));
    }
    String trouble = watchProblem.apply(cache.kind());
    return unknown(
        trouble.isEmpty()
            ? "it is not known yet which %ss there are".formatted(kind)
            : "it cannot be known which %ss there are (%s): run weir install"
                .formatted(kind, trouble));
  }

  private Optional<DrainRulesState> unreadable(String namespace) {
    return rules.unreadable().stream()
        .filter(key -> key.namespace().equals(namespace))
        .sorted()
        .findFirst()
        .flatMap(
            key -> unknown("MachineDrainRule %s cannot be read: make it smaller".formatted(key)));
  }

  private static Optional<DrainRulesState> unknown(String why) {
    return Optional.of(new DrainRulesState.Unknown(why));
  }
}
