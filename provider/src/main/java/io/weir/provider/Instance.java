package io.weir.provider;

/**
 * A member of a pool.
 *
 * @param id the cloud's name for it
 * @param providerId equal to its Node's {@code spec.providerID}
 * @param zone failure domain; empty if the cloud does not tell
 * @param state where in its life it is
 * @param revision template revision that it was made from; empty if the cloud does not tell
 */
public record Instance(String id, String providerId, String zone, State state, String revision) {

  /** Where in its life an instance is. */
  public enum State {
    /** On its way in. */
    STARTING,
    /** Running, as far as the cloud knows. */
    RUNNING,
    /** On its way out: counts as unavailable. */
    LEAVING
  }
}
