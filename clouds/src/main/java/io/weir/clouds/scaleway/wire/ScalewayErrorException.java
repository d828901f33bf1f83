package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A call that is answered with an error, in the body that Scaleway's SDKs sort by its {@code type}.
 */
public final class ScalewayErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String type;
  private final transient ObjectNode body;

  private ScalewayErrorException(int status, String type, String message) {
    super(message, null, false, false);
    this.status = status;
    this.type = type;
    body = JsonNodeFactory.instance.objectNode().put("type", type).put("message", message);
  }

  /** Arguments that cannot be accepted, each with its reason. */
  public static ScalewayErrorException invalidArguments(List<ArgumentError> complaints) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(400, "invalid_arguments", "invalid argument(s)");
    var details = scalewayErrorException.body.putArray("details");
    complaints.forEach(
        argumentError ->
            details
                .addObject()
                .put("argument_name", argumentError.argument())
                .put("reason", argumentError.reason())
                .put("help_message", argumentError.help()));
    return scalewayErrorException;
  }

  /** There is no such resource. */
  public static ScalewayErrorException notFound(String resource, String id) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(404, "not_found", "resource is not found");
    scalewayErrorException.body.put("resource", resource).put("resource_id", id);
    return scalewayErrorException;
  }

  /** The resource is on its way to another state and cannot be changed until it is there. */
  public static ScalewayErrorException transientState(String resource, String id, String state) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(409, "transient_state", "resource is in a transient state");
    scalewayErrorException
        .body
        .put("resource", resource)
        .put("resource_id", id)
        .put("current_state", state);
    return scalewayErrorException;
  }

  /** Scaleway has locked the resource, for instance because of an abuse or an unpaid bill. */
  public static ScalewayErrorException resourceLocked(String resource, String id) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(423, "locked", "resource is locked");
    scalewayErrorException.body.put("resource", resource).put("resource_id", id);
    return scalewayErrorException;
  }

  /** More would be more than the organization may have. */
  public static ScalewayErrorException quotaExceeded(String resource, int quota, int current) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(403, "quotas_exceeded", "quota(s) exceeded for this resource");
    scalewayErrorException
        .body
        .putArray("details")
        .addObject()
        .put("resource", resource)
        .put("scope", "organization")
        .put("quota", quota)
        .put("current", current);
    return scalewayErrorException;
  }

  /** Something else must be true first. */
  public static ScalewayErrorException preconditionFailed(String precondition, String help) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(412, "precondition_failed", "precondition failed");
    scalewayErrorException.body.put("precondition", precondition).put("help_message", help);
    return scalewayErrorException;
  }

  /** The key may not do this. */
  public static ScalewayErrorException permissionsDenied(String action, String resource) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(403, "permissions_denied", "insufficient permissions");
    scalewayErrorException
        .body
        .putArray("details")
        .addObject()
        .put("action", action)
        .put("resource", resource);
    return scalewayErrorException;
  }

  /** The key is missing or unknown. */
  public static ScalewayErrorException unauthenticated(String reason) {
    ScalewayErrorException scalewayErrorException =
        new ScalewayErrorException(401, "denied_authentication", "authentication is denied");
    scalewayErrorException.body.put("method", "api_key").put("reason", reason);
    return scalewayErrorException;
  }

  /** Too many calls came. */
  public static ScalewayErrorException tooManyRequests() {
    return new ScalewayErrorException(429, "too_many_requests", "too many requests");
  }

  /** The service is broken. */
  public static ScalewayErrorException internalError() {
    return new ScalewayErrorException(500, "internal", "internal error");
  }

  /** Nothing answers at this path. */
  public static ScalewayErrorException unknownPath() {
    return new ScalewayErrorException(404, "unknown_path", "no such method");
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The word by which programs tell errors apart. */
  public String type() {
    return type;
  }

  /** The body of the answer. */
  public ObjectNode body() {
    return body.deepCopy();
  }

  /** The headers that come with it. */
  public Map<String, String> headers() {
    return status == 429
        ? Map.of("x-ratelimit-limit", "100", "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1")
        : Map.of();
  }
}
