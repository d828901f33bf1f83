package io.weir.clouds.oci.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.http.RestErrorException;
import java.util.Map;

/**
 * A call that is answered with an error.
 *
 * @see <a href="https://docs.oracle.com/en-us/iaas/Content/API/References/apierrors.htm">Errors</a>
 */
public final class OciErrorException extends RestErrorException {
  private static final long serialVersionUID = 1;

  private OciErrorException(int status, String code, String message) {
    super(
        status,
        code,
        message,
        Map.of(),
        JsonNodeFactory.instance.objectNode().put("code", code).put("message", message));
  }

  /** Something in the request cannot be. */
  public static OciErrorException invalid(String message) {
    return new OciErrorException(400, "InvalidParameter", message);
  }

  /** More would be more than the tenancy may have. */
  public static OciErrorException limitExceeded(String message) {
    return new OciErrorException(400, "LimitExceeded", message);
  }

  /** The signature is missing or wrong. */
  public static OciErrorException notAuthenticated() {
    return new OciErrorException(
        401,
        "NotAuthenticated",
        "The required information to complete authentication was not provided or was incorrect.");
  }

  /** There is no such thing, or it is none of the caller's business. */
  public static OciErrorException notFound() {
    return new OciErrorException(
        404, "NotAuthorizedOrNotFound", "Authorization failed or requested resource not found.");
  }

  /** It is on its way to another state. */
  public static OciErrorException incorrectState(String what, String state) {
    return new OciErrorException(
        409, "IncorrectState", "The %s is in state %s.".formatted(what, state));
  }

  /** It contradicts what is under way or in use. */
  public static OciErrorException conflict(String message) {
    return new OciErrorException(409, "Conflict", message);
  }

  /** A retry token came with another request before. */
  public static OciErrorException invalidatedRetryToken() {
    return new OciErrorException(
        409, "InvalidatedRetryToken", "The retry token was used for another request.");
  }

  /** It has changed since it was read. */
  public static OciErrorException noEtagMatch() {
    return new OciErrorException(412, "NoEtagMatch", "The if-match header does not match.");
  }

  /** Too many calls came. */
  public static OciErrorException tooManyRequests() {
    return new OciErrorException(429, "TooManyRequests", "Too many requests for the user.");
  }

  /** The service is broken. */
  public static OciErrorException internalError() {
    return new OciErrorException(500, "InternalServerError", "Internal server error.");
  }
}
