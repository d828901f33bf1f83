package io.weir.clouds.azure.arm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.http.RestErrorException;
import java.time.Duration;
import java.util.Map;

/** A call that Azure Resource Manager or a provider of it answers with an error. */
public final class ArmErrorException extends RestErrorException {
  private static final long serialVersionUID = 1;

  private ArmErrorException(
      int status, String code, String message, Map<String, String> headers, ObjectNode body) {
    super(status, code, message, headers, body);
  }

  /** One with its code. */
  public static ArmErrorException of(int status, String code, String message) {
    return of(status, code, message, Map.of());
  }

  private static ArmErrorException of(
      int status, String code, String message, Map<String, String> headers) {
    return new ArmErrorException(status, code, message, headers, body(code, message));
  }

  private static ObjectNode body(String code, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("error").put("code", code).put("message", message);
    return body;
  }

  /** A property that cannot have this value. */
  public static ArmErrorException invalidParameter(String target, String message) {
    return withTarget(400, "InvalidParameter", target, message);
  }

  /** A property that cannot change. */
  public static ArmErrorException changeNotAllowed(String target) {
    return withTarget(
        409,
        "PropertyChangeNotAllowed",
        target,
        "Changing property '%s' is not allowed.".formatted(target));
  }

  private static ArmErrorException withTarget(
      int status, String code, String target, String message) {
    ObjectNode body = body(code, message);
    ((ObjectNode) body.path("error")).put("target", target);
    return new ArmErrorException(status, code, message, Map.of(), body);
  }

  /** There is no resource group of this name. */
  public static ArmErrorException groupNotFound(String group) {
    return of(
        404, "ResourceGroupNotFound", "Resource group '%s' could not be found.".formatted(group));
  }

  /** There is no such resource. */
  public static ArmErrorException notFound(String type, String name, String group) {
    return of(
        404,
        "ResourceNotFound",
        "The Resource '%s/%s' under resource group '%s' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix"
            .formatted(type, name, group));
  }

  /** A resource refers to one that does not exist. */
  public static ArmErrorException invalidReference(String reference, ResourceId from) {
    return of(
        400,
        "InvalidResourceReference",
        "Resource %s referenced by resource %s was not found. Please make sure that the referenced resource exists, and that both resources are in the same region."
            .formatted(reference, from));
  }

  /** The resource is not what the caller took it for. */
  public static ArmErrorException preconditionFailed(String header, String etag) {
    return of(
        412,
        "PreconditionFailed",
        "The condition '%s: %s' was not met by the current state of the resource."
            .formatted(header, etag));
  }

  /**
   * Too many calls came, by the count of a resource provider.
   *
   * @param rule the limit that was reached
   */
  public static ArmErrorException throttled(String rule, Duration retryAfter) {
    String message =
        "The server rejected the request because too many requests have been received for this"
            + " subscription.";
    ObjectNode body = body("OperationNotAllowed", message);
    ((ObjectNode) body.path("error"))
        .putArray("details")
        .addObject()
        .put("code", "TooManyRequests")
        .put("target", rule)
        .put("message", "{\"operationGroup\":\"%s\"}".formatted(rule));
    return new ArmErrorException(
        429, "OperationNotAllowed", message, retryAfterHeader(retryAfter), body);
  }

  /** Too many calls came, by the count of Azure Resource Manager itself. */
  public static ArmErrorException subscriptionThrottled(
      String subscription, String kind, Duration retryAfter) {
    return of(
        429,
        "SubscriptionRequestsThrottled",
        "Number of '%s' requests for subscription '%s' exceeded. Please try again after '%d' seconds after additional tokens are available."
            .formatted(kind, subscription, seconds(retryAfter)),
        retryAfterHeader(retryAfter));
  }

  private static Map<String, String> retryAfterHeader(Duration retryAfter) {
    return Map.of("Retry-After", Long.toString(seconds(retryAfter)));
  }

  private static long seconds(Duration time) {
    return Math.max(1, (time.toMillis() + 999) / 1000);
  }

  /** Nobody is known by the token, or there is none. */
  public static ArmErrorException unauthenticated(String code, String message) {
    return of(
        401,
        code,
        message,
        Map.of(
            "WWW-Authenticate",
            "Bearer authorization_uri=\"https://login.windows.net/\", error=\"invalid_token\", error_description=\"%s\""
                .formatted(message)));
  }

  /** The caller lacks the right. */
  public static ArmErrorException unauthorized(String objectId, String action) {
    return of(
        403,
        "AuthorizationFailed",
        "The client '%1$s' with object id '%1$s' does not have authorization to perform action '%2$s' or the scope is invalid. If access was recently granted, please refresh your credentials."
            .formatted(objectId, action));
  }

  /** The caller may do this, but not with what it refers to. */
  public static ArmErrorException linkedUnauthorized(
      String objectId, String action, String linked) {
    return of(
        403,
        "LinkedAuthorizationFailed",
        "The client '%1$s' with object id '%1$s' has permission to perform action '%2$s'; however, it does not have permission to perform action(s) '%3$s' on the linked scope(s)."
            .formatted(objectId, action, linked));
  }

  /** The service is broken. */
  public static ArmErrorException internalError() {
    return of(
        500, "InternalServerError", "Encountered internal server error. Please try again later.");
  }
}
