package io.weir.clouds.aws.wire;

/** A request that is being answered, and what has to be noted of it. */
public final class AwsCall {
  private final String action;
  private final Struct input;
  private boolean replayed;

  /** A call of an operation. */
  public AwsCall(String action, Struct input) {
    this.action = action;
    this.input = input;
  }

  /** What is asked. */
  public String action() {
    return action;
  }

  /** With what. */
  public Struct input() {
    return input;
  }

  /** Notes that the effect is from an earlier call with the same client token. */
  public void markReplayed() {
    replayed = true;
  }

  /** Whether an answered call changed something. */
  public boolean hasWritten() {
    return !isRead(action) && !replayed;
  }

  /** Whether an operation of this name only reads. */
  public static boolean isRead(String action) {
    return action.startsWith("Describe") || action.startsWith("List") || action.startsWith("Get");
  }
}
