package io.weir.clouds.aws.wire;

import io.weir.clouds.http.ApiErrorException;

/** A request that AWS answers with an error. */
public final class AwsErrorException extends ApiErrorException {
  private static final long serialVersionUID = 1;

  /**
   * Makes a refusal.
   *
   * @param status of HTTP
   * @param code what programs look at
   * @param message what people read, as AWS words it
   */
  public AwsErrorException(int status, String code, String message) {
    super(status, code, message);
  }

  /** A refusal with status 400, the usual one. */
  public static AwsErrorException of(String code, String message) {
    return new AwsErrorException(400, code, message);
  }

  /** The refusal that Auto Scaling uses for almost everything. */
  public static AwsErrorException validationError(String message) {
    return of("ValidationError", message);
  }
}
