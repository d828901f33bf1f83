package io.weir.engine.rollout;

/**
 * A strategy's numbers for a pool.
 *
 * @param replicas how many machines are wanted
 * @param surge how many more there may be; at most the replicas
 * @param unavailable how many fewer may be available; at most the replicas
 * @param raised whether both were 0, so that nothing could ever be rolled, and unavailable was made
 *     1
 */
record RolloutLimits(int replicas, int surge, int unavailable, boolean raised) {

  /**
   * Those of a strategy.
   *
   * @param canSurge false where somebody else sizes the pool
   */
  static RolloutLimits of(RolloutStrategy strategy, int replicas, boolean canSurge) {
    int surge = canSurge ? strategy.surge(replicas) : 0;
    int unavailable = Math.min(replicas, strategy.maxUnavailable().roundedDown(replicas));
    boolean none = surge == 0 && unavailable == 0 && replicas > 0;
    return new RolloutLimits(replicas, surge, none ? 1 : unavailable, none);
  }

  /** How many must stay available. */
  int floor() {
    return replicas - unavailable;
  }
}
