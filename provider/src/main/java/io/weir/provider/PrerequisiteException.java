package io.weir.provider;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Something is missing that other objects or people must provide. Not an error of the cloud. */
public final class PrerequisiteException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean needsUserAction;
  private final transient @Nullable CloudScope deniedIn;

  private PrerequisiteException(String reason, String message, boolean mistake) {
    super(message);
    this.reason = reason;
    this.needsUserAction = mistake;
    this.deniedIn = null;
  }

  private PrerequisiteException(PrerequisiteException cause, CloudScope scope) {
    super(cause.getMessage(), cause);
    this.reason = cause.reason;
    this.needsUserAction = cause.needsUserAction;
    this.deniedIn = scope;
  }

  /** The same, known to come from an identity that does not serve the pool there. */
  public PrerequisiteException deniedIn(CloudScope scope) {
    return new PrerequisiteException(this, scope);
  }

  /** It will appear by itself as the cluster comes up. */
  public static PrerequisiteException waiting(String reason, String message) {
    return new PrerequisiteException(reason, message, false);
  }

  /** People must change something; the message names the field and the remedy. */
  public static PrerequisiteException needsUserAction(String reason, String message) {
    return new PrerequisiteException(reason, message, true);
  }

  /**
   * Fields contradict each other, or one is invalid; as {@link #needsUserAction(String, String)}.
   */
  public static PrerequisiteException invalid(String message) {
    return needsUserAction("InvalidConfiguration", message);
  }

  /** The condition's reason, CamelCase. */
  public String reason() {
    return reason;
  }

  /** Where an identity does not serve the pool; empty if something else is missing. */
  public Optional<CloudScope> deniedIn() {
    return Optional.ofNullable(deniedIn);
  }

  /** Whether people must act. */
  public boolean needsUserAction() {
    return needsUserAction;
  }
}
