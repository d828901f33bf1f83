package io.weir.clouds.scaleway;

import io.weir.clouds.CloudFault;
import io.weir.clouds.http.RestDialect;
import io.weir.clouds.http.RestErrorException;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.scaleway.k8s.KapsuleOperations;
import io.weir.clouds.scaleway.seed.Project;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.clouds.scaleway.wire.ArgumentError;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import io.weir.clouds.site.Sites;
import java.util.List;

/** Who may call Kapsule, and how it words its errors. */
final class KapsuleDialect implements RestDialect<ScalewayCall> {
  private final ScalewaySeedData scalewaySeedData;
  private final Sites<KapsuleOperations> sites;

  KapsuleDialect(ScalewaySeedData scalewaySeedData, Sites<KapsuleOperations> sites) {
    this.scalewaySeedData = scalewaySeedData;
    this.sites = sites;
  }

  @Override
  public String service() {
    return "k8s";
  }

  @Override
  public ScalewayCall toCall(RestRequest request) {
    if (scalewaySeedData.region(request.variable("region")).isEmpty()) {
      throw ScalewayErrorException.unknownPath();
    }
    return new ScalewayCall(
        project(request.wire()).id(),
        request.variable("region"),
        request.variable("id"),
        request.wire().query(),
        request.body());
  }

  private Project project(WireRequest wire) {
    String key = wire.header("X-Auth-Token");
    if (key.isEmpty()) {
      throw ScalewayErrorException.unauthenticated("invalid_argument");
    }
    return scalewaySeedData
        .projectOfKey(key)
        .orElseThrow(() -> ScalewayErrorException.unauthenticated("not_found"));
  }

  @Override
  public String site(ScalewayCall call) {
    return KapsuleCloud.SITE;
  }

  @Override
  public String resource(RestRequest request, ScalewayCall call) {
    return request.action().equals("CreatePool")
        ? call.body().path("name").asText("")
        : sites.get(KapsuleCloud.SITE).nameOf(call.id());
  }

  @Override
  public RestErrorException refusal(CloudFault.Kind kind, boolean write) {
    return switch (kind) {
      case THROTTLED -> ScalewayErrorException.tooManyRequests();
      case DENIED ->
          ScalewayErrorException.permissionsDenied(write ? "write" : "read", "kubernetes");
      default -> ScalewayErrorException.internalError();
    };
  }

  @Override
  public RestErrorException unknownPath(WireRequest request) {
    return ScalewayErrorException.unknownPath();
  }

  @Override
  public RestErrorException malformedBody() {
    return ScalewayErrorException.invalidArguments(
        List.of(new ArgumentError("body", "format", "must be a JSON object")));
  }

  @Override
  public RestErrorException internalError() {
    return ScalewayErrorException.internalError();
  }
}
