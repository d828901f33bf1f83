package io.weir.provider;

/**
 * A member of a pool.
 *
 * @param id the cloud's name for it
 * @param providerId equal to its Node's {@code spec.providerID}
 * @param zone failure domain; empty if the cloud does not report it
 * @param state its state
 * @param revision template revision that it was created from; empty if the cloud does not report it
 */
public record Instance(String id, String providerId, String zone, State state, String revision) {

  /** States of an instance. */
  public enum State {
    /** Starting up. */
    STARTING,
    /** Running, as far as the cloud knows. */
    RUNNING,
    /** Terminating: counts as unavailable. */
    TERMINATING
  }
}
