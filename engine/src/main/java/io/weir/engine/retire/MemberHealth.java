package io.weir.engine.retire;

/** What is known of a member and its Node. */
public enum MemberHealth {
  /** Its Node has been Ready for as long as the pool's {@code minReadySeconds} ask. */
  READY,
  /** It has no Node yet, or one that is not Ready for long enough. */
  NOT_READY,
  /** The workload cluster is out of reach. */
  UNKNOWN,
  /** The cloud is ending it, whoever wanted that. */
  ENDING,
  /** The cloud is about to end it, and waits until it is told that the Node is drained. */
  HELD;

  /** Whether its end is the cloud's decision already. */
  public boolean isEnding() {
    return this == ENDING || this == HELD;
  }
}
