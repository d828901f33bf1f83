package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.weir.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The ways in which an API server, or what stands before it, fails and repeats what it was sent: in
 * messages, in what is no message, in places where nobody expects it.
 */
public enum EchoingFailure {
  CONFLICT(409, Body.STATUS, "Conflict", "Operation cannot be fulfilled on the object: %s"),
  INVALID(422, Body.STATUS, "Invalid", "data: Invalid value: %s"),
  FORBIDDEN(403, Body.STATUS, "Forbidden", "secrets is forbidden: %s"),
  DENIED_BY_WEBHOOK(
      403, Body.STATUS, "Forbidden", "admission webhook \"w\" denied the request: %s"),
  DENIED_BY_POLICY(
      403,
      Body.STATUS,
      "Forbidden",
      "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: %s"),
  UNAUTHORIZED(401, Body.STATUS, "Unauthorized", "%s"),
  TOO_MANY_REQUESTS(429, Body.STATUS, "TooManyRequests", "%s"),
  INTERNAL_ERROR(500, Body.STATUS, "InternalError", "Internal error occurred: %s"),
  /** A reason and names of fields that no API server has. */
  FORGED(400, Body.FORGED_STATUS, "", "%s"),
  THE_OBJECT_ITSELF(400, Body.ECHO, "", "%s"),
  PAGE(502, Body.ECHO, "", "<html><body>Bad gateway: %s</body></html>"),
  /** Success, and no JSON. */
  NO_JSON(200, Body.ECHO, "", "%s"),
  /** Success, and JSON that ends too early. */
  HALF_AN_OBJECT(200, Body.HALF, "", "%s"),
  /** No answer. */
  CUT(0, Body.NONE, "", "%s");

  private enum Body {
    STATUS,
    FORGED_STATUS,
    ECHO,
    HALF,
    NONE
  }

  private final int code;
  private final Body body;
  private final String reason;
  private final String message;

  EchoingFailure(int code, Body body, String reason, String message) {
    this.code = code;
    this.body = body;
    this.reason = reason;
    this.message = message;
  }

  int code() {
    return code;
  }

  void answer(HttpExchange exchange, String echo) throws IOException {
    String said = message.formatted(echo);
    switch (body) {
      case STATUS -> send(exchange, status(reason, "data[value]", said), Body.STATUS);
      case FORGED_STATUS -> send(exchange, status(echo, echo, said), Body.FORGED_STATUS);
      case ECHO, HALF -> send(exchange, said, body);
      case NONE -> {} // the connection is closed then
    }
  }

  private static String status(String reason, String field, String said) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").put("status", "Failure");
    status.put("reason", reason).put("message", said);
    status
        .withObject("/details")
        .putArray("causes")
        .addObject()
        .put("reason", reason)
        .put("field", field)
        .put("message", said);
    return status.toString();
  }

  private void send(HttpExchange exchange, String text, Body as) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, bytes.length);
    // The connection ends before the length that was announced.
    int length = as == Body.HALF ? bytes.length * 2 / 3 : bytes.length;
    exchange.getResponseBody().write(bytes, 0, length);
  }
}
