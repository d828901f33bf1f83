package io.weir.manager.drain;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.drain.DrainPod;
import io.weir.engine.drain.DrainRules;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ListBounds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.workload.WorkloadRequests;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is on one Node, and how it is asked to leave. Throws KubeException. */
final class NodeOccupants {

  /** Many times the 110 Pods that a kubelet takes unless told otherwise, in small pages. */
  private static final ListBounds PODS = new ListBounds(25, 4 << 20, 1_000);

  private static final ListBounds VOLUMES = new ListBounds(250, 4 << 20, 1_000);

  /** No API server stores a longer name. */
  private static final int NAME = 253;

  /** Evictions of one round: the next begins with a new look. */
  private static final int AT_ONCE = 100;

  private static final String NOT_ASKED =
      "not asked yet, as the workload cluster answers too slowly";

  private final KubeClient client;
  private final String node;
  private final RoundBudget budget;

  /** Those of one round: throws {@link RoundBudget.SpentException} once its time is over. */
  NodeOccupants(KubeClient client, String node, RoundBudget budget) {
    this.client = client;
    this.node = node;
    this.budget = budget;
  }

  /** The Pods; of Namespaces only those are read whose labels matter. */
  List<DrainPod> pods(DrainRules rules) {
    var labels = new NamespaceLabels(rules);
    return client.list(
        BuiltInKinds.POD,
        "",
        ObjectSelector.onNode(node),
        PODS.whilePassing(budget::check),
        pod -> {
          budget.check();
          return DrainPod.of(pod, rules, labels::of);
        });
  }

  /** Of the Namespace of the last Pod only: lists are sorted by it. */
  private final class NamespaceLabels {
    private final DrainRules rules;
    private String namespace = "";
    private Map<String, String> labels = Map.of();

    NamespaceLabels(DrainRules rules) {
      this.rules = rules;
    }

    Map<String, String> of(String name) {
      if (!name.equals(namespace)) {
        labels =
            client
                .get(BuiltInKinds.NAMESPACE, new ObjectKey("", name))
                .map(ApiObject::labels)
                .map(rules::relevant)
                .orElse(Map.of());
        namespace = name;
      }
      return labels;
    }
  }

  /**
   * Asks them to leave.
   *
   * @param audit told of each
   * @return why some did not, by UID
   */
  Map<String, String> evict(List<DrainPod> pods, Optional<Duration> grace, DrainAudit audit) {
    var held = new HashMap<String, String>();
    audit.turn(pods);
    // Those that may not go yet must not use up the time of the others.
    List<DrainPod> inTurn =
        pods.stream().sorted(Comparator.comparing(audit::isRefused)).limit(AT_ONCE).toList();
    for (DrainPod pod : inTurn) {
      if (budget.isSpent()) {
        held.put(pod.uid(), NOT_ASKED);
        continue;
      }
      try {
        if (client.evict(pod.key(), pod.uid(), grace)) {
          audit.evicted(pod, true);
        }
      } catch (KubeException.TooManyRequests busy) {
        if (busy.disruptionBudget().isEmpty()) {
          break; // the server asks to slow down
        }
        String why = "held by PodDisruptionBudget" + budget(pod, busy);
        held.put(pod.uid(), why);
        audit.refused(pod, busy.getClass(), why);
      } catch (KubeException refused) {
        if (refused.getCause() != null) {
          if (!WorkloadRequests.isHeldBack(refused)) {
            audit.evicted(pod, false);
          }
          throw refused; // without an answer, the others would get none either
        }
        String why = String.valueOf(refused.getMessage());
        held.put(pod.uid(), why);
        if (refused instanceof KubeException.Unavailable answered
            && answered.mayHaveTakenEffect()) {
          audit.unclear(pod, answered.getClass());
        } else {
          audit.refused(pod, refused.getClass(), why);
        }
      }
    }
    return held;
  }

  private static String budget(DrainPod pod, KubeException.TooManyRequests busy) {
    String name = busy.disruptionBudget().orElse("");
    return name.isEmpty() ? "" : " " + new ObjectKey(pod.key().namespace(), name);
  }

  /** The volumes that are attached to the Node and do not belong to Pods that stay. */
  Set<String> volumes(List<DrainPod> staying) {
    var attached =
        new TreeSet<>(
            client.list(
                BuiltInKinds.VOLUME_ATTACHMENT,
                "",
                ObjectSelector.everything(),
                VOLUMES.whilePassing(budget::check),
                this::volume));
    if (!attached.isEmpty()) {
      attached.removeAll(volumesOf(staying));
    }
    return attached;
  }

  private Optional<String> volume(ApiObject attachment) {
    String name = attachment.at("/spec/source/persistentVolumeName").asText("");
    return attachment.at("/spec/nodeName").asText("").equals(node) && name.length() <= NAME
        ? Optional.of(name.isEmpty() ? attachment.name() : name)
        : Optional.empty();
  }

  private Set<String> volumesOf(List<DrainPod> staying) {
    var volumes = new HashSet<String>();
    for (DrainPod pod : staying) {
      for (String claim : pod.claims()) {
        budget.check();
        client
            .get(BuiltInKinds.PERSISTENT_VOLUME_CLAIM, new ObjectKey(pod.key().namespace(), claim))
            .map(found -> found.at("/spec/volumeName").asText(""))
            .ifPresent(volumes::add);
      }
    }
    return volumes;
  }
}
