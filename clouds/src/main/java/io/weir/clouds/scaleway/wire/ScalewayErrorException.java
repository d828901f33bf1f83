package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.http.RestErrorException;
import java.util.List;
import java.util.Map;

/**
 * A call that is answered with an error, in the body that Scaleway's SDKs sort by its {@code type}.
 */
public final class ScalewayErrorException extends RestErrorException {
  private static final long serialVersionUID = 1;

  private ScalewayErrorException(int status, ObjectNode body, Map<String, String> headers) {
    super(status, body.path("type").asText(), body.path("message").asText(), headers, body);
  }

  private ScalewayErrorException(int status, ObjectNode body) {
    this(status, body, Map.of());
  }

  private static ObjectNode body(String type, String message) {
    return JsonNodeFactory.instance.objectNode().put("type", type).put("message", message);
  }

  private static ObjectNode body(String type, String message, String resource, String id) {
    return body(type, message).put("resource", resource).put("resource_id", id);
  }

  /** Arguments that cannot be accepted, each with its reason. */
  public static ScalewayErrorException invalidArguments(List<ArgumentError> complaints) {
    ObjectNode body = body("invalid_arguments", "invalid argument(s)");
    var details = body.putArray("details");
    complaints.forEach(
        argumentError ->
            details
                .addObject()
                .put("argument_name", argumentError.argument())
                .put("reason", argumentError.reason())
                .put("help_message", argumentError.help()));
    return new ScalewayErrorException(400, body);
  }

  /** There is no such resource. */
  public static ScalewayErrorException notFound(String resource, String id) {
    return new ScalewayErrorException(
        404, body("not_found", "resource is not found", resource, id));
  }

  /** The resource is on its way to another state and cannot be changed until it is there. */
  public static ScalewayErrorException transientState(String resource, String id, String state) {
    return new ScalewayErrorException(
        409,
        body("transient_state", "resource is in a transient state", resource, id)
            .put("current_state", state));
  }

  /** Scaleway has locked the resource, for instance because of an abuse or an unpaid bill. */
  public static ScalewayErrorException resourceLocked(String resource, String id) {
    return new ScalewayErrorException(423, body("locked", "resource is locked", resource, id));
  }

  /** More would be more than the organization may have. */
  public static ScalewayErrorException quotaExceeded(String resource, int quota, int current) {
    ObjectNode body = body("quotas_exceeded", "quota(s) exceeded for this resource");
    body.putArray("details")
        .addObject()
        .put("resource", resource)
        .put("scope", "organization")
        .put("quota", quota)
        .put("current", current);
    return new ScalewayErrorException(403, body);
  }

  /** Something else must be true first. */
  public static ScalewayErrorException preconditionFailed(String precondition, String help) {
    return new ScalewayErrorException(
        412,
        body("precondition_failed", "precondition failed")
            .put("precondition", precondition)
            .put("help_message", help));
  }

  /** The key may not do this. */
  public static ScalewayErrorException permissionsDenied(String action, String resource) {
    ObjectNode body = body("permissions_denied", "insufficient permissions");
    body.putArray("details").addObject().put("action", action).put("resource", resource);
    return new ScalewayErrorException(403, body);
  }

  /** The key is missing or unknown. */
  public static ScalewayErrorException unauthenticated(String reason) {
    return new ScalewayErrorException(
        401,
        body("denied_authentication", "authentication is denied")
            .put("method", "api_key")
            .put("reason", reason));
  }

  /** Too many calls came. */
  public static ScalewayErrorException tooManyRequests() {
    return new ScalewayErrorException(
        429,
        body("too_many_requests", "too many requests"),
        Map.of(
            "x-ratelimit-limit", "100",
            "x-ratelimit-remaining", "0",
            "x-ratelimit-reset", "1"));
  }

  /** The service is broken. */
  public static ScalewayErrorException internalError() {
    return new ScalewayErrorException(500, body("internal", "internal error"));
  }

  /** Nothing answers at this path. */
  public static ScalewayErrorException unknownPath() {
    return new ScalewayErrorException(404, body("unknown_path", "no such method"));
  }
}
