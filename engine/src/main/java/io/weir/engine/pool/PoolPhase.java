package io.weir.engine.pool;

/** {@code status.phase} of a MachinePool; Argo CD and scripts depend on these words. */
public enum PoolPhase {
  PENDING("Pending"),
  PROVISIONING("Provisioning"),
  RUNNING("Running"),
  SCALING_UP("ScalingUp"),
  SCALING_DOWN("ScalingDown"),
  SCALING("Scaling"),
  DELETING("Deleting");

  private final String text;

  PoolPhase(String text) {
    this.text = text;
  }

  /** As the API spells it. */
  public String text() {
    return text;
  }

  /** The phase that a snapshot is in, by the counts made from it. */
  static PoolPhase of(
      PoolSnapshot pool, ReplicaCounts replicaCounts, boolean bootstrapped, boolean provisioned) {
    if (pool.deleting()) {
      return DELETING;
    }
    if (!provisioned) {
      return bootstrapped ? PROVISIONING : PENDING;
    }
    int missing = pool.desired() - replicaCounts.ready();
    if (missing == 0
        && replicaCounts.replicas() <= pool.desired()
        && pool.terminatingProviderIds().isEmpty()) {
      return RUNNING;
    }
    if (pool.externallyScaled()) {
      return SCALING;
    }
    return missing > 0 ? SCALING_UP : SCALING_DOWN;
  }
}
