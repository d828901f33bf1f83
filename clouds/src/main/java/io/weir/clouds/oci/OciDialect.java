package io.weir.clouds.oci;

import io.weir.clouds.CloudFault;
import io.weir.clouds.http.RestDialect;
import io.weir.clouds.http.RestErrorException;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.wire.OciCall;
import io.weir.clouds.oci.wire.OciErrorException;
import io.weir.clouds.oci.wire.OciSignature;
import io.weir.clouds.site.Sites;
import java.util.Map;

/** Who may call Oracle Cloud, and how it words its errors. */
record OciDialect(OciSeedData seedData, Sites<OciServices> sites) implements RestDialect<OciCall> {

  @Override
  public String service() {
    return "oci";
  }

  @Override
  public OciCall toCall(RestRequest request) {
    WireRequest wire = request.wire();
    ApiUser user = seedData.user();
    OciSignature.verify(wire, user.keyId(), user.publicKey());
    return new OciCall(
        request.variables(),
        wire.query(),
        wire.header("opc-retry-token"),
        wire.header("if-match"),
        request.body());
  }

  @Override
  public String site(OciCall call) {
    return OciCloud.SITE;
  }

  @Override
  public String resource(RestRequest request, OciCall call) {
    return switch (request.action()) {
      case "CreateNodePool" -> call.body().path("name").asText("");
      case "CreateInstancePool", "CreateInstanceConfiguration" ->
          call.body().path("displayName").asText("");
      default -> sites.get(OciCloud.SITE).nameOf(call.id());
    };
  }

  @Override
  public Map<String, String> responseHeaders(WireRequest request) {
    return Map.of("opc-request-id", "simulated");
  }

  @Override
  public RestErrorException refusal(CloudFault.Kind kind, boolean write) {
    return switch (kind) {
      case THROTTLED -> OciErrorException.tooManyRequests();
      case DENIED -> OciErrorException.notFound();
      default -> OciErrorException.internalError();
    };
  }

  @Override
  public RestErrorException unknownPath(WireRequest request) {
    return OciErrorException.notFound();
  }

  @Override
  public RestErrorException malformedBody() {
    return OciErrorException.invalid("the body is no JSON object");
  }

  @Override
  public RestErrorException internalError() {
    return OciErrorException.internalError();
  }
}
