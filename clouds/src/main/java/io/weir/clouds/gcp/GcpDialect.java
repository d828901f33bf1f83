package io.weir.clouds.gcp;

import io.weir.clouds.CloudFault;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.gcp.wire.GcpErrorException;
import io.weir.clouds.gcp.wire.SignedRequests;
import io.weir.clouds.http.RestDialect;
import io.weir.clouds.http.RestErrorException;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.WireRequest;

/** Who may call Compute Engine, and how it words its errors. */
record GcpDialect(GcpSeedData seed) implements RestDialect<GcpCall> {

  @Override
  public String service() {
    return "compute";
  }

  @Override
  public GcpCall toCall(RestRequest request) {
    SignedRequests.verify(seed.caller(), request.wire().header("Authorization"));
    if (!seed.projects().contains(request.variable("project"))) {
      throw GcpErrorException.of(
          404,
          "notFound",
          "The resource 'projects/%s' was not found".formatted(request.variable("project")));
    }
    return new GcpCall(request);
  }

  @Override
  public String site(GcpCall call) {
    return call.variable("project");
  }

  @Override
  public String resource(RestRequest request, GcpCall call) {
    for (String variable : new String[] {"name", "operation"}) {
      if (!call.variable(variable).isEmpty()) {
        return call.variable(variable);
      }
    }
    return call.body().path("name").asText("");
  }

  /** A call too many is refused like one without rights, and only its reason tells. */
  @Override
  public RestErrorException refusal(CloudFault.Kind kind, boolean write) {
    return switch (kind) {
      case THROTTLED -> GcpErrorException.of(403, "rateLimitExceeded", "Rate Limit Exceeded");
      case DENIED ->
          GcpErrorException.of(
              403,
              "forbidden",
              "Required '%s' permission is missing"
                  .formatted(
                      write
                          ? "compute.instanceGroupManagers.update"
                          : "compute.instanceGroupManagers.list"));
      default -> internalError();
    };
  }

  @Override
  public RestErrorException unknownPath(WireRequest request) {
    return GcpErrorException.of(404, "unknown", "The requested URL was not found on this server.");
  }

  @Override
  public RestErrorException malformedBody() {
    return GcpErrorException.of(400, "parseError", "Parse Error");
  }

  @Override
  public RestErrorException internalError() {
    return GcpErrorException.of(503, "backendError", "Internal error. Please try again.");
  }
}
