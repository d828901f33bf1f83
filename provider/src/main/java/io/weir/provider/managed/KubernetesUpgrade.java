package io.weir.provider.managed;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.KubernetesVersion;
import java.util.Optional;

/**
 * The state of a pool's Kubernetes version beside the version of its cluster. A version that is far
 * away is reached in several upgrades.
 *
 * @param pool its name in the cloud
 * @param wantedVersion the requested version; empty if none is requested
 * @param currentVersion the version that the cloud reports for the pool
 * @param clusterVersion the version of its cluster
 * @param inProgress whether the cloud is replacing its nodes
 * @param forbiddenReason why the spec allows no node to be replaced, and what to do; empty if it
 *     does
 * @param versionSkewPolicy which versions the cloud gives nodes
 */
public record KubernetesUpgrade(
    String pool,
    Optional<KubernetesVersion> wantedVersion,
    String currentVersion,
    String clusterVersion,
    boolean inProgress,
    Optional<String> forbiddenReason,
    VersionSkewPolicy versionSkewPolicy) {

  /** What can be done about it. */
  public enum UpgradeState {
    /** It runs the requested version, or none is requested. */
    DONE,
    /** It was requested and is possible. */
    POSSIBLE,
    /** The cluster must be upgraded first. */
    CLUSTER_BEHIND,
    /** The cluster is too new for it: people must request a newer version. */
    CLUSTER_AHEAD,
    /** The pool is newer, and clouds do not downgrade: people must request what it runs. */
    POOL_AHEAD,
    /** It is possible, but the spec allows no node to be replaced: people must change that. */
    FORBIDDEN
  }

  /** What can be done; {@link UpgradeState#DONE} if a version is not known. */
  public UpgradeState state() {
    Optional<KubernetesVersion> now = KubernetesVersion.of(currentVersion);
    Optional<KubernetesVersion> cluster = KubernetesVersion.of(clusterVersion);
    if (wantedVersion.isEmpty() || now.isEmpty() || cluster.isEmpty()) {
      return UpgradeState.DONE;
    }
    int order = now.get().compare(wantedVersion.get());
    return order == 0
        ? UpgradeState.DONE
        : order > 0
            ? UpgradeState.POOL_AHEAD
            : forward(now.get(), wantedVersion.get(), cluster.get());
  }

  private UpgradeState forward(
      KubernetesVersion now, KubernetesVersion wanted, KubernetesVersion cluster) {
    if (versionSkewPolicy.isTooOld(wanted, cluster)) {
      return UpgradeState.CLUSTER_AHEAD;
    }
    if (versionSkewPolicy.next(now, wanted, cluster).isEmpty()) {
      return UpgradeState.CLUSTER_BEHIND;
    }
    return forbiddenReason.isEmpty() ? UpgradeState.POSSIBLE : UpgradeState.FORBIDDEN;
  }

  /** The version to upgrade to now; empty unless {@link #isDue}. */
  public Optional<KubernetesVersion> dueVersion() {
    return isDue() ? next() : Optional.empty();
  }

  private Optional<KubernetesVersion> next() {
    return KubernetesVersion.of(currentVersion)
        .flatMap(
            now ->
                KubernetesVersion.of(clusterVersion)
                    .flatMap(
                        cluster ->
                            wantedVersion.flatMap(
                                wanted -> versionSkewPolicy.next(now, wanted, cluster))));
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
      case POSSIBLE -> outdated("Upgrading", now + "will be upgraded to " + destination());
      case CLUSTER_BEHIND ->
          outdated(
              "WaitingForCluster",
              "%sits cluster %s: the pool is upgraded once the cluster runs %s"
                  .formatted(now, clusterVersion, asked));
      case CLUSTER_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is requested, but its cluster runs %s, %s"
                  .formatted(now, asked, clusterVersion, offer()));
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

  private String destination() {
    if (versionSkewPolicy.clusterVersionOnly()) {
      return clusterVersion;
    }
    KubernetesVersion next = next().orElseThrow();
    return wantedVersion
        .filter(wanted -> wanted.compare(next) != 0)
        .map(wanted -> "%s, on its way to %s".formatted(next, wanted))
        .orElseGet(next::toString);
  }

  private String offer() {
    if (versionSkewPolicy.clusterVersionOnly()) {
      return "the only version it can be upgraded to: set MachinePool spec.template.spec.version to"
          + " v"
          + clusterVersion;
    }
    String oldest =
        KubernetesVersion.of(clusterVersion)
            .map(versionSkewPolicy::oldest)
            .map(KubernetesVersion::toString)
            .orElse(clusterVersion);
    return "which takes nodes of %1$s and later: set MachinePool spec.template.spec.version to v%1$s or later"
        .formatted(oldest);
  }

  private static Condition outdated(String reason, String message) {
    return Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, false, reason, message);
  }
}
