package io.weir.clouds.aws.wire;

/** A request that AWS answers with an error. */
public final class AwsErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;

  /**
   * Makes a refusal.
   *
   * @param status of HTTP
   * @param code what programs look at
   * @param message what people read, as AWS words it
   */
  public AwsErrorException(int status, String code, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
  }

  /** A refusal with status 400, the usual one. */
  public static AwsErrorException of(String code, String message) {
    return new AwsErrorException(400, code, message);
  }

  /** The refusal that Auto Scaling uses for almost everything. */
  public static AwsErrorException validationError(String message) {
    return of("ValidationError", message);
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** The error code. */
  public String code() {
    return code;
  }

  /** The words for people; never null here. */
  public String errorMessage() {
    return String.valueOf(getMessage());
  }
}
