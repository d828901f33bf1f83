package io.weir.clouds.azure.login;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.http.ApiErrorException;

/** A request for a token that is refused; people know the number, programs the code. */
final class LoginErrorException extends ApiErrorException {
  private static final long serialVersionUID = 1;

  private final int number;

  private LoginErrorException(int status, String code, int number, String message) {
    super(status, code, "AADSTS%d: %s".formatted(number, message));
    this.number = number;
  }

  static LoginErrorException unknownTenant(String tenant) {
    return new LoginErrorException(
        400,
        "invalid_request",
        90002,
        "Tenant '%s' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud."
            .formatted(tenant));
  }

  static LoginErrorException unknownClient(String clientId) {
    return new LoginErrorException(
        400,
        "unauthorized_client",
        700016,
        "Application with identifier '%s' was not found in the directory.".formatted(clientId));
  }

  static LoginErrorException wrongSecret(String clientId) {
    return new LoginErrorException(
        401,
        "invalid_client",
        7000215,
        "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '%s'."
            .formatted(clientId));
  }

  static LoginErrorException noFederation(String subject) {
    return new LoginErrorException(
        401,
        "invalid_client",
        70021,
        "No matching federated identity record found for presented assertion subject '%s'."
            .formatted(subject));
  }

  static LoginErrorException expiredAssertion() {
    return new LoginErrorException(
        401, "invalid_client", 700024, "Client assertion is not within its valid time range.");
  }

  static LoginErrorException unsupportedGrant(String grant) {
    return new LoginErrorException(
        400,
        "unsupported_grant_type",
        70003,
        "The app requested an unsupported grant type '%s'.".formatted(grant));
  }

  static LoginErrorException unavailable(int status) {
    return new LoginErrorException(
        status, "temporarily_unavailable", 90033, "A transient error has occurred.");
  }

  LoopbackServer.Response toResponse() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("error", code()).put("error_description", errorMessage());
    body.putArray("error_codes").add(number);
    return LoopbackServer.Response.json(status(), body.toString());
  }
}
