package io.weir.clouds.gcp.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.http.RestErrorException;
import java.util.Map;

/** A call that Compute Engine answers with an error. */
public final class GcpErrorException extends RestErrorException {
  private static final long serialVersionUID = 1;

  private GcpErrorException(int status, String reason, String message, ObjectNode body) {
    super(status, reason, message, Map.of(), body);
  }

  /** One with its reason. */
  public static GcpErrorException of(int status, String reason, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode error = body.putObject("error").put("code", status).put("message", message);
    error
        .putArray("errors")
        .addObject()
        .put("message", message)
        .put("domain", "global")
        .put("reason", reason);
    return new GcpErrorException(status, reason, message, body);
  }

  /**
   * One of a service that tells a code of gRPC.
   *
   * @param code such as {@code NOT_FOUND}
   * @param reason as older services have it
   * @param detail a reason that is more precise; may be empty
   */
  public static GcpErrorException ofRpc(
      int status, String code, String reason, String message, String detail) {
    ObjectNode body = of(status, reason, message).body();
    ObjectNode error = body.withObject("/error").put("status", code);
    if (!detail.isEmpty()) {
      error
          .putArray("details")
          .addObject()
          .put("@type", "type.googleapis.com/google.rpc.ErrorInfo")
          .put("reason", detail)
          .put("domain", "container.googleapis.com");
    }
    return new GcpErrorException(status, code, message, body);
  }

  /** There is no such resource. */
  public static GcpErrorException notFound(String path) {
    return of(404, "notFound", "The resource '%s' was not found".formatted(path));
  }

  /** There is one already. */
  public static GcpErrorException alreadyExists(String path) {
    return of(409, "alreadyExists", "The resource '%s' already exists".formatted(path));
  }

  /** A field that cannot have this value. */
  public static GcpErrorException invalid(String field, String why) {
    return of(400, "invalid", "Invalid value for field '%s': %s".formatted(field, why));
  }

  /** A field that must be there. */
  public static GcpErrorException required(String field) {
    return of(400, "required", "Required field '%s' not specified".formatted(field));
  }

  /** It is used, so that it cannot be deleted. */
  public static GcpErrorException inUse(String path, String by) {
    return of(
        400,
        "resourceInUseByAnotherResource",
        "The instance_template resource '%s' is already being used by '%s'".formatted(path, by));
  }

  /** It is not as the caller has seen it. */
  public static GcpErrorException conditionNotMet() {
    return of(412, "conditionNotMet", "Invalid fingerprint.");
  }

  /** Something else is done to it. */
  public static GcpErrorException notReady(String path) {
    return of(400, "resourceNotReady", "The resource '%s' is not ready".formatted(path));
  }
}
