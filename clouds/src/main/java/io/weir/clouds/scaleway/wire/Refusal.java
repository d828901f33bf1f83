package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A call that is answered with an error, in the body that Scaleway's SDKs sort by its {@code type}.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String type;
  private final transient ObjectNode body;

  private Refusal(int status, String type, String message) {
    super(message, null, false, false);
    this.status = status;
    this.type = type;
    body = JsonNodeFactory.instance.objectNode().put("type", type).put("message", message);
  }

  /** Arguments that cannot be accepted, each with its reason. */
  public static Refusal invalid(List<Complaint> complaints) {
    Refusal refusal = new Refusal(400, "invalid_arguments", "invalid argument(s)");
    var details = refusal.body.putArray("details");
    complaints.forEach(
        complaint ->
            details
                .addObject()
                .put("argument_name", complaint.argument())
                .put("reason", complaint.reason())
                .put("help_message", complaint.help()));
    return refusal;
  }

  /** There is no such resource. */
  public static Refusal notFound(String resource, String id) {
    Refusal refusal = new Refusal(404, "not_found", "resource is not found");
    refusal.body.put("resource", resource).put("resource_id", id);
    return refusal;
  }

  /** The resource is on its way to another state and cannot be changed until it is there. */
  public static Refusal transientState(String resource, String id, String state) {
    Refusal refusal = new Refusal(409, "transient_state", "resource is in a transient state");
    refusal.body.put("resource", resource).put("resource_id", id).put("current_state", state);
    return refusal;
  }

  /** Scaleway has locked the resource, for instance because of an abuse or an unpaid bill. */
  public static Refusal locked(String resource, String id) {
    Refusal refusal = new Refusal(423, "locked", "resource is locked");
    refusal.body.put("resource", resource).put("resource_id", id);
    return refusal;
  }

  /** More would be more than the organization may have. */
  public static Refusal quota(String resource, int quota, int current) {
    Refusal refusal = new Refusal(403, "quotas_exceeded", "quota(s) exceeded for this resource");
    refusal
        .body
        .putArray("details")
        .addObject()
        .put("resource", resource)
        .put("scope", "organization")
        .put("quota", quota)
        .put("current", current);
    return refusal;
  }

  /** Something else must be true first. */
  public static Refusal precondition(String precondition, String help) {
    Refusal refusal = new Refusal(412, "precondition_failed", "precondition failed");
    refusal.body.put("precondition", precondition).put("help_message", help);
    return refusal;
  }

  /** The key may not do this. */
  public static Refusal denied(String action, String resource) {
    Refusal refusal = new Refusal(403, "permissions_denied", "insufficient permissions");
    refusal.body.putArray("details").addObject().put("action", action).put("resource", resource);
    return refusal;
  }

  /** The key is missing or unknown. */
  public static Refusal unauthenticated(String reason) {
    Refusal refusal = new Refusal(401, "denied_authentication", "authentication is denied");
    refusal.body.put("method", "api_key").put("reason", reason);
    return refusal;
  }

  /** Too many calls came. */
  public static Refusal tooMany() {
    return new Refusal(429, "too_many_requests", "too many requests");
  }

  /** The service is broken. */
  public static Refusal broken() {
    return new Refusal(500, "internal", "internal error");
  }

  /** Nothing answers at this path. */
  public static Refusal unknownPath() {
    return new Refusal(404, "unknown_path", "no such method");
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
