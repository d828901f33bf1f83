package io.weir.engine.retire;

import java.util.Arrays;
import java.util.Optional;

/** How far an instance is that leaves. */
public enum RetirementState {
  /** Its Node is cordoned and drained. It may still be given back. */
  DRAINING("draining"),
  /** The cloud may have been asked to end it, and to put another in its place. */
  REPLACING("replacing"),
  /** The cloud may have been asked to end it, and to lower the size with it. */
  SHRINKING("shrinking"),
  /** The cloud, which waited with its end, may have been told to go on. */
  RELEASED("released");

  private final String text;

  RetirementState(String text) {
    this.text = text;
  }

  /** As annotations and messages have it. */
  public String text() {
    return text;
  }

  /** Whether the cloud may have been asked to end it, so that nothing brings it back. */
  public boolean isTerminating() {
    return this != DRAINING;
  }

  static Optional<RetirementState> of(String text) {
    return Arrays.stream(values()).filter(state -> state.text.equals(text)).findFirst();
  }
}
