package io.weir.provider.managed;

import io.weir.api.ConditionTypes;
import io.weir.provider.Report.Condition;
import io.weir.provider.Version;
import java.util.Optional;

/**
 * Where a pool stands with its version of Kubernetes, of which the cloud offers one at a time: its
 * cluster's.
 *
 * @param pool its name in the cloud
 * @param wanted what is asked for; empty if nobody asks
 * @param has what the cloud says that it runs
 * @param cluster what its cluster runs
 * @param running whether the cloud is replacing its nodes
 */
public record Upgrade(
    String pool, Optional<Version> wanted, String has, String cluster, boolean running) {

  /** What can be done about it. */
  public enum Standing {
    /** Nobody asks for more. A pool that is ahead is left alone. */
    DONE,
    /** It is asked for and can be had. */
    POSSIBLE,
    /** The cluster must be upgraded first. */
    CLUSTER_BEHIND,
    /** The cluster is past it: people must ask for the cluster's version. */
    CLUSTER_AHEAD
  }

  /** What can be done; nothing where a version is not told. */
  public Standing standing() {
    Optional<Version> now = Version.of(has);
    Optional<Version> offered = Version.of(cluster);
    if (wanted.isEmpty() || now.isEmpty() || offered.isEmpty()) {
      return Standing.DONE;
    }
    if (now.get().compare(wanted.get()) >= 0) {
      return Standing.DONE;
    }
    int order = offered.get().compare(wanted.get());
    return order == 0
        ? Standing.POSSIBLE
        : order < 0 ? Standing.CLUSTER_BEHIND : Standing.CLUSTER_AHEAD;
  }

  /** Whether all nodes are what was asked for. */
  public boolean done() {
    return standing() == Standing.DONE && !running;
  }

  /** Whether it is to be asked for now. */
  public boolean due() {
    return standing() == Standing.POSSIBLE && !running;
  }

  /** It as a condition of the form without severities. */
  public Condition condition() {
    String now = "pool %s runs %s, ".formatted(pool, has);
    String asked = wanted.map(Version::toString).orElse("");
    return switch (standing()) {
      case POSSIBLE -> outdated("Upgrading", now + "to be upgraded to " + cluster);
      case CLUSTER_BEHIND ->
          outdated(
              "WaitingForCluster",
              "%sits cluster %s: it is upgraded when the cluster runs %s"
                  .formatted(now, cluster, asked));
      case CLUSTER_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is asked for, but its cluster runs %s, the only version to upgrade to: set MachinePool spec.template.spec.version to v%s"
                  .formatted(now, asked, cluster, cluster));
      case DONE ->
          running
              ? outdated("Upgrading", "nodes are replaced by such of " + has)
              : Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, true, "UpToDate", "");
    };
  }

  private static Condition outdated(String reason, String message) {
    return Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, false, reason, message);
  }
}
