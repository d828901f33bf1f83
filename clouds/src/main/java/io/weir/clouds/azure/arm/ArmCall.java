package io.weir.clouds.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import java.util.Map;
import java.util.Optional;

/**
 * A request of somebody who may call.
 *
 * @param request the request
 * @param caller who calls
 */
public record ArmCall(RestRequest request, Caller caller) {
  /** The type of resource that most calls are about. */
  public static final String SCALE_SET = "Microsoft.Compute/virtualMachineScaleSets";

  private static final String RETRY_AFTER = "10";

  /** A variable of the path; empty where the operation has none of this name. */
  public String variable(String name) {
    return request.variable(name);
  }

  /** A parameter behind the path. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(request.wire().query().get(name)).filter(text -> !text.isEmpty());
  }

  /** A header. */
  public Optional<String> header(String name) {
    return Optional.of(request.wire().header(name)).filter(text -> !text.isEmpty());
  }

  /** The body; an empty object where there is none. */
  public JsonNode body() {
    return request.body();
  }

  /** The id of the subscription in the path. */
  public String subscription() {
    return variable("subscription");
  }

  /** The name of the resource group in the path. */
  public String group() {
    return variable("group");
  }

  /** The id of a resource of a type in the path's resource group, by a variable of the path. */
  public ResourceId resourceId(String type, String variable) {
    return new ResourceId(subscription(), group(), type, variable(variable));
  }

  /** Which version of the API the caller speaks. */
  public String apiVersion() {
    return query("api-version").orElse("");
  }

  /** An absolute address here, as the caller reached it. */
  public String address(String path) {
    String scheme = header("X-Forwarded-Proto").orElse("http");
    return scheme + "://" + header("Host").orElse("127.0.0.1") + path;
  }

  /** An answer that only says that something is begun, with where to follow it. */
  public RestResponse accepted(String location, LongOperation operation) {
    return begun(location, operation, new RestResponse(202, Map.of(), MissingNode.getInstance()))
        .withHeader("Location", address(path(location, operation) + "&monitor=true"));
  }

  /** An answer of which part is still to be done, with where to follow that. */
  public RestResponse begun(String location, LongOperation operation, RestResponse answer) {
    return answer
        .withHeader("Azure-AsyncOperation", address(path(location, operation)))
        .withHeader("Azure-AsyncNotification", "Enabled")
        .withHeader("Retry-After", RETRY_AFTER);
  }

  private String path(String location, LongOperation operation) {
    return "/subscriptions/%s/providers/Microsoft.Compute/locations/%s/operations/%s?p=%s&api-version=%s"
        .formatted(
            subscription(), location, operation.id(), operation.id().substring(0, 8), apiVersion());
  }

  /** The tag that the resource must have, refused otherwise. */
  public void requireMatch(Optional<String> etag) {
    header("If-Match")
        .filter(wanted -> !(etag.isPresent() && (wanted.equals("*") || wanted.equals(etag.get()))))
        .ifPresent(
            wanted -> {
              throw ArmErrorException.preconditionFailed("If-Match", wanted);
            });
    header("If-None-Match")
        .filter(_ -> etag.isPresent())
        .filter(unwanted -> unwanted.equals("*") || unwanted.equals(etag.get()))
        .ifPresent(
            unwanted -> {
              throw ArmErrorException.preconditionFailed("If-None-Match", unwanted);
            });
  }
}
