package io.weir.clouds.gcp.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.http.RestRequest;

/**
 * A request of somebody who may call.
 *
 * @param request the request
 */
public record GcpCall(RestRequest request) {

  /** A variable of the path; empty where the operation has none of this name. */
  public String variable(String name) {
    return request.variable(name);
  }

  /** A parameter behind the path; empty if there is none. */
  public String query(String name) {
    return request.wire().query().getOrDefault(name, "");
  }

  /** The body; an empty object where there is none. */
  public JsonNode body() {
    return request.body();
  }

  /** Where in the project: {@code zones/z} or {@code regions/r}; {@code global} for neither. */
  public String location() {
    if (!variable("zone").isEmpty()) {
      return "zones/" + variable("zone");
    }
    return variable("region").isEmpty() ? "global" : "regions/" + variable("region");
  }

  /** By which Compute Engine knows a repetition; empty if the caller does not say. */
  public String requestId() {
    return query("requestId");
  }
}
