package io.weir.clouds.http;

/** A call that the cloud refuses, or cannot carry out, and answers with an error of its own. */
public abstract class ApiErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;

  /**
   * Makes one.
   *
   * @param status of HTTP
   * @param code what programs tell errors apart by; the outcome of the call in the journal
   * @param message what people read, as the cloud words it
   */
  protected ApiErrorException(int status, String code, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
  }

  /** The status of the answer. */
  public final int status() {
    return status;
  }

  /** The error code. */
  public final String code() {
    return code;
  }

  /** The words for people; never null here. */
  public final String errorMessage() {
    return String.valueOf(getMessage());
  }
}
