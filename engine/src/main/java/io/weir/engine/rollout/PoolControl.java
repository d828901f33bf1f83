package io.weir.engine.rollout;

import java.util.Optional;

/**
 * What is ours to decide on a pool.
 *
 * @param sizes false where somebody else sizes the pool, such as the cloud's autoscaler
 * @param namesVictims whether instances can be ended by name; if not, the cloud picks
 * @param rolls whether we replace outdated machines; false where the cloud does, or people do not
 *     want it
 * @param keepsOutdated whether outdated machines are neither replaced nor preferred; those that
 *     start are spared then, as many as the surge
 * @param paused whether people have paused the rollout
 * @param brake why nothing may be ended now; absent if it may
 */
public record PoolControl(
    boolean sizes,
    boolean namesVictims,
    boolean rolls,
    boolean keepsOutdated,
    boolean paused,
    Optional<String> brake) {

  public PoolControl {
    if (rolls && !namesVictims) {
      throw new IllegalArgumentException("whoever rolls a pool names who goes");
    }
    if (rolls && keepsOutdated) {
      throw new IllegalArgumentException("whoever rolls a pool keeps nothing outdated");
    }
  }

  /** The same as if anything might be ended. */
  public PoolControl withoutBrake() {
    return new PoolControl(sizes, namesVictims, rolls, keepsOutdated, paused, Optional.empty());
  }

  /** All of it. */
  public static final PoolControl ALL =
      new PoolControl(true, true, true, false, false, Optional.empty());
}
