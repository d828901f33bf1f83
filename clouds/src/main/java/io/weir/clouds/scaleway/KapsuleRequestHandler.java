package io.weir.clouds.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.scaleway.k8s.KapsuleContext;
import io.weir.clouds.scaleway.k8s.KapsuleOperations;
import io.weir.clouds.scaleway.seed.Project;
import io.weir.clouds.scaleway.wire.ArgumentError;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes requests: which operation is it, whose is it, does a fault befall it. */
final class KapsuleRequestHandler implements LoopbackServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(KapsuleRequestHandler.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KapsuleContext kapsuleContext;
  private final KapsuleOperations kapsuleOperations;
  private final Routes routes;
  private final FaultInjector faultInjector;
  private final Journal journal;

  KapsuleRequestHandler(
      KapsuleContext kapsuleContext,
      KapsuleOperations kapsuleOperations,
      Routes routes,
      FaultInjector faultInjector,
      Journal journal) {
    this.kapsuleContext = kapsuleContext;
    this.kapsuleOperations = kapsuleOperations;
    this.routes = routes;
    this.faultInjector = faultInjector;
    this.journal = journal;
  }

  /** The connection is to be closed without an answer. */
  private static final class Dropped extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final CloudFault.Kind kind;

    Dropped(CloudFault.Kind kind) {
      super(kind.name(), null, false, false);
      this.kind = kind;
    }
  }

  @Override
  public Optional<LoopbackServer.Response> handle(HttpExchange exchange, byte[] body) {
    try {
      return Optional.of(LoopbackServer.Response.json(200, perform(exchange, body).toString()));
    } catch (Dropped _) {
      return Optional.empty();
    } catch (ScalewayErrorException scalewayErrorException) {
      return Optional.of(written(scalewayErrorException));
    } catch (RuntimeException mistake) {
      LOG.error("the simulated Scaleway made a mistake", mistake);
      return Optional.of(written(ScalewayErrorException.internalError()));
    }
  }

  private static LoopbackServer.Response written(ScalewayErrorException scalewayErrorException) {
    return new LoopbackServer.Response(
        scalewayErrorException.status(),
        "application/json",
        scalewayErrorException.headers(),
        scalewayErrorException.body().toString());
  }

  private JsonNode perform(HttpExchange exchange, byte[] body) {
    Routes.Match match =
        routes
            .find(exchange.getRequestMethod(), exchange.getRequestURI().getPath())
            .filter(one -> kapsuleContext.seedData().region(one.region()).isPresent())
            .orElseThrow(ScalewayErrorException::unknownPath);
    Routes.Route route = match.route();
    Instant arrival = kapsuleContext.now();
    JsonNode content = content(body);
    ScalewayCall scalewayCall =
        new ScalewayCall(
            project(exchange).id(), match.region(), match.id(), query(exchange), content);
    String resource =
        route.action().equals("CreatePool")
            ? content.path("name").asText("")
            : kapsuleOperations.nameOf(match.id());
    String outcome = "mistake of the simulator";
    boolean wrote = false;
    try {
      JsonNode answer = perform(route, scalewayCall, resource);
      outcome = Journal.OK;
      wrote = route.writes();
      return answer;
    } catch (ScalewayErrorException scalewayErrorException) {
      outcome = scalewayErrorException.type();
      throw scalewayErrorException;
    } catch (Dropped dropped) {
      outcome = dropped.kind.name();
      wrote = route.writes() && dropped.kind == CloudFault.Kind.DROPPED_AFTER;
      throw dropped;
    } finally {
      journal.recordCall(
          arrival, "k8s", route.action(), resource, parameters(scalewayCall), outcome, wrote);
    }
  }

  private JsonNode perform(Routes.Route route, ScalewayCall scalewayCall, String resource) {
    CloudFault cloudFault =
        faultInjector.takeMatching(FaultInjector.CALL_KINDS, route.action(), resource).orElse(null);
    if (cloudFault != null) {
      before(cloudFault, route);
    }
    JsonNode answer = kapsuleContext.withLock(() -> route.handler().apply(scalewayCall));
    if (cloudFault != null && cloudFault.kind() == CloudFault.Kind.DROPPED_AFTER) {
      throw new Dropped(cloudFault.kind());
    }
    return answer;
  }

  private static void before(CloudFault cloudFault, Routes.Route route) {
    switch (cloudFault.kind()) {
      case SLOW -> pause(cloudFault.delay());
      case DROPPED_BEFORE -> throw new Dropped(cloudFault.kind());
      case DROPPED_AFTER -> {}
      case THROTTLED -> throw ScalewayErrorException.tooManyRequests();
      case DENIED ->
          throw ScalewayErrorException.permissionsDenied(
              route.writes() ? "write" : "read", "kubernetes");
      default -> throw ScalewayErrorException.internalError();
    }
  }

  private Project project(HttpExchange exchange) {
    String key = exchange.getRequestHeaders().getFirst("X-Auth-Token");
    if (key == null || key.isEmpty()) {
      throw ScalewayErrorException.unauthenticated("invalid_argument");
    }
    return kapsuleContext
        .seedData()
        .projectOfKey(key)
        .orElseThrow(() -> ScalewayErrorException.unauthenticated("not_found"));
  }

  private static JsonNode content(byte[] body) {
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
    throw ScalewayErrorException.invalidArguments(
        List.of(new ArgumentError("body", "format", "must be a JSON object")));
  }

  private static Map<String, String> query(HttpExchange exchange) {
    String text = exchange.getRequestURI().getRawQuery();
    Map<String, String> query = new HashMap<>();
    for (String pair : (text == null ? "" : text).split("&", -1)) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2) {
        query.putIfAbsent(
            URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
            URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  private static Map<String, String> parameters(ScalewayCall scalewayCall) {
    Map<String, String> parameters = new TreeMap<>(scalewayCall.query());
    scalewayCall.body().properties().stream()
        .filter(field -> field.getValue().isValueNode())
        .forEach(field -> parameters.put(field.getKey(), field.getValue().asText()));
    return parameters;
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
