package io.weir.provider.managed;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
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
 * @param forbidden why the spec lets no node be replaced, and what to do; empty if it does
 */
public record Upgrade(
    String pool,
    Optional<Version> wanted,
    String has,
    String cluster,
    boolean running,
    Optional<String> forbidden) {

  /** What can be done about it. */
  public enum Standing {
    /** It runs what is asked for, or nobody asks for anything. */
    DONE,
    /** It is asked for and can be had. */
    POSSIBLE,
    /** The cluster must be upgraded first. */
    CLUSTER_BEHIND,
    /** The cluster is past it: people must ask for the cluster's version. */
    CLUSTER_AHEAD,
    /** The pool is past it, and no cloud goes back: people must ask for what it runs. */
    POOL_AHEAD,
    /** It could be had, but the spec lets no node be replaced: people must change that. */
    FORBIDDEN
  }

  /** What can be done; nothing where a version is not told. */
  public Standing standing() {
    Optional<Version> now = Version.of(has);
    Optional<Version> offered = Version.of(cluster);
    if (wanted.isEmpty() || now.isEmpty() || offered.isEmpty()) {
      return Standing.DONE;
    }
    int order = now.get().compare(wanted.get());
    return order == 0
        ? Standing.DONE
        : order > 0 ? Standing.POOL_AHEAD : forward(offered.get().compare(wanted.get()));
  }

  private Standing forward(int order) {
    if (order != 0) {
      return order < 0 ? Standing.CLUSTER_BEHIND : Standing.CLUSTER_AHEAD;
    }
    return forbidden.isEmpty() ? Standing.POSSIBLE : Standing.FORBIDDEN;
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
      case POOL_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is asked for, and a pool cannot go back: set MachinePool spec.template.spec.version to v%s"
                  .formatted(now, asked, has));
      case FORBIDDEN ->
          outdated(
              "InvalidConfiguration",
              "%s%s is asked for, but %s".formatted(now, asked, forbidden.orElse("")));
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
