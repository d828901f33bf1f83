package io.weir.engine.rollout;

/**
 * How far a pool is.
 *
 * @param state in a word
 * @param message the same with numbers, for conditions
 */
public record RolloutProgress(State state, String message) {

  /** How a rollout stands. */
  public enum State {
    /** Nothing is outdated, and nobody leaves. */
    SETTLED,
    /** Machines are being replaced or ended. */
    PROGRESSING,
    /** Machines are outdated, and new ones do not become available. */
    STALLED,
    /** Machines are outdated, and people have paused the rollout. */
    PAUSED
  }
}
