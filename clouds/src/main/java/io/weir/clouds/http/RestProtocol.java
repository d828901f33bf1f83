package io.weir.clouds.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.CloudFault;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.http.Routes.Route;
import io.weir.clouds.site.SiteServices;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocol of clouds whose paths name resources, and whose bodies are JSON.
 *
 * @param <S> what the cloud offers in a site
 * @param <C> a call in the cloud's own terms
 */
public final class RestProtocol<S extends SiteServices, C> implements Protocol<S> {
  private static final Logger LOG = LoggerFactory.getLogger(RestProtocol.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Routes<S, C> routes;
  private final RestDialect<C> dialect;

  /** The operations of a cloud, as it speaks. */
  public RestProtocol(Routes<S, C> routes, RestDialect<C> dialect) {
    this.routes = routes;
    this.dialect = dialect;
  }

  @Override
  public Set<String> actions() {
    return routes.actions();
  }

  @Override
  public ApiRequest<S> open(WireRequest request) {
    return new Request(request);
  }

  private final class Request implements ApiRequest<S> {
    private final WireRequest wire;

    Request(WireRequest wire) {
      this.wire = wire;
    }

    @Override
    public ApiCall<S> toCall() {
      Routes.Match<S, C> match =
          routes.find(wire.method(), wire.path()).orElseThrow(() -> dialect.unknownPath(wire));
      var request =
          new RestRequest(wire, match.route().action(), match.variables(), body(wire.body()));
      return new Call(match.route(), request, dialect.toCall(request));
    }

    @Override
    public LoopbackServer.Response toResponse(ApiErrorException error) {
      if (error instanceof RestErrorException ours) {
        return complete(ours.toRestResponse(), wire).toResponse();
      }
      throw new IllegalStateException("not an error of this protocol", error);
    }

    @Override
    public ApiErrorException internalError() {
      return dialect.internalError();
    }
  }

  private RestResponse complete(RestResponse response, WireRequest wire) {
    RestResponse complete = response;
    for (var header : dialect.responseHeaders(wire).entrySet()) {
      complete = complete.withHeader(header.getKey(), header.getValue());
    }
    return complete;
  }

  private JsonNode body(byte[] body) {
    if (body.length == 0) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode content = JSON.readTree(body);
      if (content.isObject()) {
        return content;
      }
    } catch (IOException malformed) {
      LOG.debug("a request is not JSON", malformed);
    }
    throw dialect.malformedBody();
  }

  private final class Call implements ApiCall<S> {
    private final Route<S, C> route;
    private final RestRequest request;
    private final C call;

    Call(Route<S, C> route, RestRequest request, C call) {
      this.route = route;
      this.request = request;
      this.call = call;
    }

    @Override
    public String site() {
      return dialect.site(call);
    }

    @Override
    public String service() {
      return dialect.service();
    }

    @Override
    public String action() {
      return route.action();
    }

    @Override
    public String resource() {
      return dialect.resource(request, call);
    }

    /** Those of the query, and the plain fields of the body. */
    @Override
    public Map<String, String> parameters() {
      Map<String, String> parameters = new TreeMap<>(request.wire().query());
      request.body().properties().stream()
          .filter(field -> field.getValue().isValueNode())
          .forEach(field -> parameters.put(field.getKey(), field.getValue().asText()));
      return parameters;
    }

    @Override
    public boolean isRead() {
      return !route.writes();
    }

    @Override
    public ApiErrorException refusal(CloudFault.Kind kind) {
      return dialect.refusal(kind, route.writes());
    }

    @Override
    public Answer perform(S services) {
      RestResponse response = complete(route.handler().apply(services, call), request.wire());
      return new Answer(response::toResponse, route.writes());
    }
  }
}
