package io.weir.provider.managed;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.KubernetesVersion;
import java.util.Optional;

/**
 * The state of a pool's Kubernetes version, where the cloud offers only the version of its cluster.
 *
 * @param pool its name in the cloud
 * @param wantedVersion the requested version; empty if none is requested
 * @param currentVersion the version that the cloud reports for the pool
 * @param clusterVersion the version of its cluster
 * @param inProgress whether the cloud is replacing its nodes
 * @param forbiddenReason why the spec allows no node to be replaced, and what to do; empty if it
 *     does
 */
public record KubernetesUpgrade(
    String pool,
    Optional<KubernetesVersion> wantedVersion,
    String currentVersion,
    String clusterVersion,
    boolean inProgress,
    Optional<String> forbiddenReason) {

  /** What can be done about it. */
  public enum UpgradeState {
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

  /** What can be done; {@link UpgradeState#DONE} if a version is not known. */
  public UpgradeState state() {
    Optional<KubernetesVersion> now = KubernetesVersion.of(currentVersion);
    Optional<KubernetesVersion> offered = KubernetesVersion.of(clusterVersion);
    if (wantedVersion.isEmpty() || now.isEmpty() || offered.isEmpty()) {
      return UpgradeState.DONE;
    }
    int order = now.get().compare(wantedVersion.get());
    return order == 0
        ? UpgradeState.DONE
        : order > 0 ? UpgradeState.POOL_AHEAD : forward(offered.get().compare(wantedVersion.get()));
  }

  private UpgradeState forward(int order) {
    if (order != 0) {
      return order < 0 ? UpgradeState.CLUSTER_BEHIND : UpgradeState.CLUSTER_AHEAD;
    }
    return forbiddenReason.isEmpty() ? UpgradeState.POSSIBLE : UpgradeState.FORBIDDEN;
  }

  /** Whether all nodes run the requested version. */
  public boolean isDone() {
    return state() == UpgradeState.DONE && !inProgress;
  }

  /** Whether to start the upgrade now. */
  public boolean isDue() {
    return state() == UpgradeState.POSSIBLE && !inProgress;
  }

  /** The state as a condition, in the form without severities. */
  public Condition toCondition() {
    String now = "pool %s runs %s, ".formatted(pool, currentVersion);
    String asked = wantedVersion.map(KubernetesVersion::toString).orElse("");
    return switch (state()) {
      case POSSIBLE -> outdated("Upgrading", now + "will be upgraded to " + clusterVersion);
      case CLUSTER_BEHIND ->
          outdated(
              "WaitingForCluster",
              "%sits cluster %s: the pool is upgraded once the cluster runs %s"
                  .formatted(now, clusterVersion, asked));
      case CLUSTER_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is requested, but its cluster runs %s, the only version it can be upgraded to: set MachinePool spec.template.spec.version to v%s"
                  .formatted(now, asked, clusterVersion, clusterVersion));
      case POOL_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is requested, but a pool cannot be downgraded: set MachinePool spec.template.spec.version to v%s"
                  .formatted(now, asked, currentVersion));
      case FORBIDDEN ->
          outdated(
              "InvalidConfiguration",
              "%s%s is requested, but %s".formatted(now, asked, forbiddenReason.orElse("")));
      case DONE ->
          inProgress
              ? outdated(
                  "Upgrading", "nodes are being replaced with nodes of version " + currentVersion)
              : Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, true, "UpToDate", "");
    };
  }

  private static Condition outdated(String reason, String message) {
    return Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, false, reason, message);
  }
}
