package io.weir.bootstrap;

/**
 * Bootstrap data cannot be made from what was given. The message names the field and the remedy,
 * speaks to the owner of the KubeadmConfig, is the same for the same trouble, and never contains a
 * token, a password or a file's content.
 */
public final class BootstrapDataException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What kind of trouble, for a condition's reason. */
  public enum Reason {
    /** A field's value cannot be used; only an edit of the KubeadmConfig or its pool helps. */
    INVALID_FIELD,
    /** The field is valid for Cluster API, but Weir does not render it. */
    NOT_SUPPORTED,
    /** Something that the data is made from is not there yet, such as an endpoint or a Secret. */
    MISSING_INPUT,
    /** The cluster's CA certificates cannot be read. */
    INVALID_CA
  }

  private final Reason reason;

  public BootstrapDataException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public BootstrapDataException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** A value that cannot be used, with the field that holds it first: {@code spec.x: why}. */
  public static BootstrapDataException invalid(String field, String why) {
    return new BootstrapDataException(Reason.INVALID_FIELD, field + ": " + why);
  }

  /** A value that Weir does not render. */
  public static BootstrapDataException notSupported(String field, String why) {
    return new BootstrapDataException(Reason.NOT_SUPPORTED, field + ": " + why);
  }

  /** An input that is not there yet. */
  public static BootstrapDataException missing(String field, String why) {
    return new BootstrapDataException(Reason.MISSING_INPUT, field + ": " + why);
  }
}
