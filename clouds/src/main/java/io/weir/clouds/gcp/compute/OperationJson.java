package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.gcp.wire.GcpErrorException;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperation.Status;

/** Operations as Compute Engine shows them. */
public final class OperationJson {

  private OperationJson() {}

  /** The operation of the path. */
  public static RestResponse get(Project project, GcpCall call) {
    String name = call.variable("operation");
    return project
        .operations()
        .find(name)
        .filter(found -> location(found).equals(call.location()))
        .map(found -> RestResponse.ok(of(project, found)))
        .orElseThrow(
            () ->
                GcpErrorException.notFound(project.path(call.location() + "/operations/" + name)));
  }

  /** Where in the project it is followed: where its target is. */
  private static String location(LongOperation operation) {
    String[] parts = operation.target().split("/", -1);
    return parts[0].equals("global") ? "global" : parts[0] + "/" + parts[1];
  }

  static ObjectNode of(Project project, LongOperation operation) {
    String location = location(operation);
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown
        .put("kind", "compute#operation")
        .put("id", Integer.toUnsignedString(operation.id().hashCode()))
        .put("name", operation.id())
        .put("operationType", operation.type())
        .put("targetLink", project.url(operation.target()))
        .put("status", status(operation.status()))
        .put("progress", operation.status().percent())
        .put("insertTime", operation.created().toString())
        .put("selfLink", project.url(location + "/operations/" + operation.id()));
    if (!location.equals("global")) {
      String kind = location.startsWith("zones/") ? "zone" : "region";
      shown.put(kind, project.url(location));
    }
    operation
        .failure()
        .ifPresent(
            failure -> {
              shown
                  .putObject("error")
                  .putArray("errors")
                  .addObject()
                  .put("code", failure.code())
                  .put("message", failure.message());
              shown.put("httpErrorStatusCode", 400).put("httpErrorMessage", "BAD REQUEST");
            });
    return shown;
  }

  private static String status(Status status) {
    return switch (status) {
      case PENDING, RUNNING -> status.name();
      case SUCCEEDED, FAILED, CANCELLED -> "DONE";
    };
  }
}
