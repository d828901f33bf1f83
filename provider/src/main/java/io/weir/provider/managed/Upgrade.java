package io.weir.provider.managed;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.Version;
import java.util.Optional;

/**
 * The state of a pool's Kubernetes version, where the cloud offers only the version of its cluster.
 *
 * @param pool its name in the cloud
 * @param wanted the requested version; empty if none is requested
 * @param has the version that the cloud reports for the pool
 * @param cluster the version of its cluster
 * @param running whether the cloud is replacing its nodes
 * @param forbidden why the spec allows no node to be replaced, and what to do; empty if it does
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
    /** It runs the requested version, or none is requested. */
    DONE,
    /** It was requested and is possible. */
    POSSIBLE,
    /** The cluster must be upgraded first. */
    CLUSTER_BEHIND,
    /** The cluster is newer: people must request the cluster's version. */
    CLUSTER_AHEAD,
    /** The pool is newer, and clouds do not downgrade: people must request what it runs. */
    POOL_AHEAD,
    /** It is possible, but the spec allows no node to be replaced: people must change that. */
    FORBIDDEN
  }

  /** What can be done; {@link Standing#DONE} if a version is not known. */
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

  /** Whether all nodes run the requested version. */
  public boolean done() {
    return standing() == Standing.DONE && !running;
  }

  /** Whether to start the upgrade now. */
  public boolean due() {
    return standing() == Standing.POSSIBLE && !running;
  }

  /** The state as a condition, in the form without severities. */
  public Condition condition() {
    String now = "pool %s runs %s, ".formatted(pool, has);
    String asked = wanted.map(Version::toString).orElse("");
    return switch (standing()) {
      case POSSIBLE -> outdated("Upgrading", now + "will be upgraded to " + cluster);
      case CLUSTER_BEHIND ->
          outdated(
              "WaitingForCluster",
              "%sits cluster %s: the pool is upgraded once the cluster runs %s"
                  .formatted(now, cluster, asked));
      case CLUSTER_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is requested, but its cluster runs %s, the only version it can be upgraded to: set MachinePool spec.template.spec.version to v%s"
                  .formatted(now, asked, cluster, cluster));
      case POOL_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is requested, but a pool cannot be downgraded: set MachinePool spec.template.spec.version to v%s"
                  .formatted(now, asked, has));
      case FORBIDDEN ->
          outdated(
              "InvalidConfiguration",
              "%s%s is requested, but %s".formatted(now, asked, forbidden.orElse("")));
      case DONE ->
          running
              ? outdated("Upgrading", "nodes are being replaced with nodes of version " + has)
              : Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, true, "UpToDate", "");
    };
  }

  private static Condition outdated(String reason, String message) {
    return Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, false, reason, message);
  }
}
