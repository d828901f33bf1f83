package io.weir.clouds.azure.arm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperations;
import java.util.Map;

/** Where a long-running operation is followed. */
public final class OperationStatus {
  private static final String RETRY_AFTER = "10";

  private OperationStatus() {}

  /**
   * How far the operation of the path is: as its status, or, where it is monitored, by the status
   * of the answer alone.
   */
  public static RestResponse get(LongOperations operations, ArmCall call) {
    LongOperation operation =
        operations
            .find(call.variable("operation"))
            .orElseThrow(
                () ->
                    ArmErrorException.of(
                        404, "NotFound", "The entity was not found in this Azure location."));
    return call.query("monitor").isPresent() ? monitored(call, operation) : status(operation);
  }

  private static RestResponse monitored(ArmCall call, LongOperation operation) {
    if (operation.isActive()) {
      return new RestResponse(202, Map.of(), MissingNode.getInstance())
          .withHeader(
              "Location",
              call.address(
                  call.request().wire().rawPath()
                      + "?monitor=true&api-version="
                      + call.apiVersion()))
          .withHeader("Retry-After", RETRY_AFTER);
    }
    operation
        .failure()
        .ifPresent(
            failure -> {
              throw ArmErrorException.of(409, failure.code(), failure.message());
            });
    return new RestResponse(204, Map.of(), MissingNode.getInstance());
  }

  private static RestResponse status(LongOperation operation) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("startTime", operation.created().toString());
    operation.ended().ifPresent(ended -> body.put("endTime", ended.toString()));
    body.put(
        "status",
        switch (operation.status()) {
          case PENDING, RUNNING -> "InProgress";
          case SUCCEEDED -> "Succeeded";
          case FAILED -> "Failed";
          case CANCELLED -> "Canceled";
        });
    operation
        .failure()
        .ifPresent(
            failure ->
                body.putObject("error")
                    .put("code", failure.code())
                    .put("message", failure.message()));
    body.put("name", operation.id());
    RestResponse answer = RestResponse.ok(body);
    return operation.isActive() ? answer.withHeader("Retry-After", RETRY_AFTER) : answer;
  }
}
