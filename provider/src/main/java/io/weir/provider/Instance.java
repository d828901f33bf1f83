package io.weir.provider;

import java.time.Instant;
import java.util.Optional;

/**
 * A member of a pool.
 *
 * @param id the cloud's name for it
 * @param providerId equal to its Node's {@code spec.providerID}; empty while the cloud does not
 *     report it, and then in no list of members
 * @param zone failure domain; empty if the cloud does not report it
 * @param state its state
 * @param revision template revision that it was created from; empty if the cloud does not report it
 * @param created when it was created; absent if the cloud does not report it
 */
public record Instance(
    String id,
    String providerId,
    String zone,
    State state,
    String revision,
    Optional<Instant> created) {

  /** One of which the cloud does not report when it was created. */
  public Instance(String id, String providerId, String zone, State state, String revision) {
    this(id, providerId, zone, state, revision, Optional.empty());
  }

  /** The same in another state. */
  public Instance in(State other) {
    return new Instance(id, providerId, zone, other, revision, created);
  }

  /** Whether the cloud is ending it, also while that is held up. */
  public boolean isEnding() {
    return state == State.TERMINATING || state == State.HELD;
  }

  /** States of an instance. */
  public enum State {
    /** Starting up. */
    STARTING,
    /** Running, as far as the cloud knows. */
    RUNNING,
    /** Stopped or kept warm: no member as Kubernetes understands it. */
    IDLE,
    /** Will not run any more, and does not go by itself. */
    FAILED,
    /** Terminating: counts as unavailable. */
    TERMINATING,
    /**
     * The same, but it runs on until the cloud is told to go on, or tires of waiting: see {@link
     * PoolIntent.Held}.
     */
    HELD
  }
}
