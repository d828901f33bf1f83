package io.weir.provider.gcp.nodepool;

import io.weir.api.Excerpt;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.gcp.group.ManagedInstance;
import java.util.List;
import java.util.Optional;

/** What to do about failures of nodes, by the codes of GKE and of Compute Engine. */
final class NodeFailures {

  private static final int MOST_PROBLEMS = 3;

  private NodeFailures() {}

  /** A part of a sentence; empty if no remedy is known. */
  static String remedy(String code) {
    if (code.contains("QUOTA")) {
      return "; ask Google for more quota, or make the pool smaller";
    }
    if (code.contains("STOCKOUT")
        || code.contains("RESOURCE_POOL_EXHAUSTED")
        || code.equals("INSUFFICIENT_CAPACITY")) {
      return "; Google has no machine of this type there now and goes on trying: name other zones"
          + " in spec.nodeLocations, or create a pool of another spec.instanceType";
    }
    if (code.contains("IP_SPACE_EXHAUSTED")) {
      return "; enlarge the subnetwork of the cluster";
    }
    return switch (code) {
      case "GKE_SERVICE_ACCOUNT_DELETED" ->
          "; restore the service agent of Kubernetes Engine in the project";
      case "NODE_SERVICE_ACCOUNT_MISSING_PERMISSIONS" ->
          "; give the service account of the nodes the role"
              + " roles/container.defaultNodeServiceAccount";
      default -> "";
    };
  }

  /** Of a thousand machines that fail alike, a few words say enough. */
  static Optional<String> of(List<ManagedInstance> machines) {
    List<ManagedInstance> failing =
        machines.stream()
            .filter(each -> !each.errors().isEmpty())
            .filter(each -> each.instance("").state() != Instance.State.RUNNING)
            .toList();
    List<String> problems =
        failing.stream()
            .flatMap(each -> each.errors().stream())
            .map(
                error ->
                    "%s: %s%s"
                        .formatted(
                            Excerpt.of(error.code()),
                            Excerpt.ofSentence(error.message()),
                            remedy(error.code())))
            .distinct()
            .sorted()
            .limit(MOST_PROBLEMS)
            .toList();
    return ObservedState.joinProblems(problems.stream())
        .map(why -> "%d nodes cannot be made: %s".formatted(failing.size(), why));
  }
}
