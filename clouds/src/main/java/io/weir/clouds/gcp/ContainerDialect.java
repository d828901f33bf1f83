package io.weir.clouds.gcp;

import io.weir.clouds.CloudFault;
import io.weir.clouds.gcp.container.RpcCode;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.gcp.wire.SignedRequests;
import io.weir.clouds.http.RestDialect;
import io.weir.clouds.http.RestErrorException;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.WireRequest;

/** Who may call Kubernetes Engine, and how it words its errors. */
record ContainerDialect(GcpSeedData seed) implements RestDialect<GcpCall> {

  @Override
  public String service() {
    return "container";
  }

  @Override
  public GcpCall toCall(RestRequest request) {
    SignedRequests.verify(seed.caller(), request.wire().header("Authorization"));
    String project = request.variable("project");
    if (!seed.projects().contains(project)) {
      throw RpcCode.PERMISSION_DENIED.error(
          "Permission denied on resource project %s.".formatted(project));
    }
    return new GcpCall(request);
  }

  @Override
  public String site(GcpCall call) {
    return call.variable("project");
  }

  @Override
  public String resource(RestRequest request, GcpCall call) {
    for (String variable : new String[] {"pool", "operation"}) {
      if (!call.variable(variable).isEmpty()) {
        return call.variable(variable);
      }
    }
    String created = call.body().at("/nodePool/name").asText("");
    return created.isEmpty() ? call.variable("cluster") : created;
  }

  @Override
  public RestErrorException refusal(CloudFault.Kind kind, boolean write) {
    return switch (kind) {
      case THROTTLED ->
          RpcCode.RESOURCE_EXHAUSTED.error("Quota exceeded for quota metric 'API requests'.");
      case DENIED ->
          RpcCode.PERMISSION_DENIED.error(
              "Required \"%s\" permission(s) for this resource."
                  .formatted(write ? "container.clusters.update" : "container.clusters.list"));
      default -> internalError();
    };
  }

  @Override
  public RestErrorException unknownPath(WireRequest request) {
    return RpcCode.NOT_FOUND.error("Method not found.");
  }

  @Override
  public RestErrorException malformedBody() {
    return RpcCode.INVALID_ARGUMENT.error("Invalid JSON payload received.");
  }

  @Override
  public RestErrorException internalError() {
    return RpcCode.UNAVAILABLE.error("Internal error. Please try again.");
  }
}
