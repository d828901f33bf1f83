package io.weir.engine.rollout;

import io.weir.engine.retire.DeletePolicy;
import java.util.Optional;

/**
 * How people want a pool to be rolled.
 *
 * @param maxSurge how many more than the wanted machines there may be meanwhile; a percentage is
 *     rounded up
 * @param maxUnavailable how many fewer than the wanted ones may be available; a percentage is
 *     rounded down
 * @param deletePolicy who goes first
 */
public record RolloutStrategy(
    IntOrPercent maxSurge, IntOrPercent maxUnavailable, DeletePolicy deletePolicy) {

  /** One at a time, without losing availability, the oldest first. */
  public static final RolloutStrategy DEFAULT =
      new RolloutStrategy(IntOrPercent.of(1), IntOrPercent.of(0), DeletePolicy.OLDEST);

  /** This with what is said, as far as that can be understood. */
  public RolloutStrategy with(
      Optional<String> surge, Optional<String> unavailable, Optional<String> policy) {
    return new RolloutStrategy(
        surge.flatMap(IntOrPercent::parse).orElse(maxSurge),
        unavailable.flatMap(IntOrPercent::parse).orElse(maxUnavailable),
        policy.flatMap(DeletePolicy::parse).orElse(deletePolicy));
  }

  /** How many more than that many machines there may be; at most as many again. */
  public int surge(int replicas) {
    return Math.min(replicas, maxSurge.roundedUp(replicas));
  }

  /** The same with no more than so many machines beyond the wanted ones. */
  public RolloutStrategy withSurgeAtMost(int number, int replicas) {
    int surge = Math.min(number, maxSurge.roundedUp(replicas));
    return new RolloutStrategy(IntOrPercent.of(surge), maxUnavailable, deletePolicy);
  }
}
