package io.weir.provider;

/** Something is missing that other objects or people must provide. Not an error of the cloud. */
public final class Unready extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean mistake;

  private Unready(String reason, String message, boolean mistake) {
    super(message);
    this.reason = reason;
    this.mistake = mistake;
  }

  /** It will appear by itself as the cluster comes up. */
  public static Unready waiting(String reason, String message) {
    return new Unready(reason, message, false);
  }

  /** People must change something; the message names the field and the remedy. */
  public static Unready mistake(String reason, String message) {
    return new Unready(reason, message, true);
  }

  /** Fields contradict each other, or one is invalid; as {@link #mistake}. */
  public static Unready invalid(String message) {
    return mistake("InvalidConfiguration", message);
  }

  /** The condition's reason, CamelCase. */
  public String reason() {
    return reason;
  }

  /** Whether people must act. */
  public boolean mistake() {
    return mistake;
  }
}
