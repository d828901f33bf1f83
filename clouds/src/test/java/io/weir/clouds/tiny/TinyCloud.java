package io.weir.clouds.tiny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.http.HttpCloud;
import io.weir.clouds.http.RestDialect;
import io.weir.clouds.http.RestErrorException;
import io.weir.clouds.http.RestProtocol;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Sites;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Two projects with groups, whose key is their name. */
final class TinyCloud extends HttpCloud<TinyGroups> {

  TinyCloud(CloudClock clock) {
    super(
        "Tiny",
        new Sites<>(
            CloudContext.withClock(clock),
            List.of("one", "two"),
            (_, context) -> new TinyGroups(context)),
        new RestProtocol<>(TinyGroups.ROUTES, new Dialect()),
        0);
  }

  static RestErrorException error(int status, String code) {
    return new RestErrorException(
        status, code, code, Map.of(), JsonNodeFactory.instance.objectNode().put("code", code));
  }

  private static final class Dialect implements RestDialect<RestRequest> {
    @Override
    public String service() {
      return "tiny";
    }

    @Override
    public RestRequest toCall(RestRequest request) {
      if (!request.wire().header("Key").equals(request.variable("project"))) {
        throw error(401, "NoKey");
      }
      return request;
    }

    @Override
    public String site(RestRequest call) {
      return call.variable("project");
    }

    @Override
    public String resource(RestRequest request, RestRequest call) {
      return request.variable("name");
    }

    @Override
    public RestErrorException refusal(CloudFault.Kind kind, boolean write) {
      return error(kind == CloudFault.Kind.THROTTLED ? 429 : 503, kind.name());
    }

    @Override
    public RestErrorException unknownPath(WireRequest request) {
      return error(404, "NoPath");
    }

    @Override
    public RestErrorException malformedBody() {
      return error(400, "NoJson");
    }

    @Override
    public RestErrorException internalError() {
      return error(500, "Mistake");
    }
  }

  @Override
  public String launchAction() {
    return "Launch";
  }

  @Override
  public Set<String> regions() {
    return Set.of("tiny");
  }

  @Override
  public Set<String> zones() {
    return Set.of("tiny-a");
  }
}
