package io.weir.clouds.gcp.login;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.http.ApiErrorException;

/** A request for a token that is refused, in the form of OAuth. */
final class LoginErrorException extends ApiErrorException {
  private static final long serialVersionUID = 1;

  private LoginErrorException(int status, String code, String message) {
    super(status, code, message);
  }

  static LoginErrorException invalidGrant(String why) {
    return new LoginErrorException(400, "invalid_grant", why);
  }

  static LoginErrorException unsupportedGrant(String grant) {
    return new LoginErrorException(400, "unsupported_grant_type", "Invalid grant_type: " + grant);
  }

  static LoginErrorException invalidScope() {
    return new LoginErrorException(
        400, "invalid_scope", "Invalid OAuth scope or ID token audience provided.");
  }

  static LoginErrorException unavailable(int status) {
    return new LoginErrorException(status, "internal_failure", "Backend Error");
  }

  LoopbackServer.Response toResponse() {
    return LoopbackServer.Response.json(
        status(),
        JsonNodeFactory.instance
            .objectNode()
            .put("error", code())
            .put("error_description", errorMessage())
            .toString());
  }
}
