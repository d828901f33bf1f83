package io.weir.clouds.node.wire;

import com.fasterxml.jackson.databind.JsonNode;

/** The API server answered, and the answer was no. */
public final class ApiException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;

  ApiException(int status, JsonNode answer) {
    super(text(status, answer));
    this.status = status;
    this.reason = answer.path("reason").asText("");
  }

  private static String text(int status, JsonNode answer) {
    String message = answer.path("message").asText("");
    return message.isEmpty() ? "HTTP " + status : message + " (HTTP " + status + ")";
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /**
   * The reason of the Status object, such as {@code AlreadyExists}; empty if the answer has none.
   */
  public String reason() {
    return reason;
  }

  /** Whether the object asked for is not there. */
  public boolean isNotFound() {
    return status == 404;
  }

  /** Whether the object exists already, or has changed since it was read. */
  public boolean isConflict() {
    return status == 409;
  }

  /** Whether the server does not know the caller, or the caller may not do this. */
  public boolean isAccessDenied() {
    return status == 401 || status == 403;
  }
}
