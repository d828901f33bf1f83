package io.weir.clouds.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.Fault;
import io.weir.clouds.Faults;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.scaleway.k8s.Kapsule;
import io.weir.clouds.scaleway.k8s.Place;
import io.weir.clouds.scaleway.wire.Call;
import io.weir.clouds.scaleway.wire.Complaint;
import io.weir.clouds.scaleway.wire.Refusal;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.world.Project;
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
final class Gateway implements LoopbackServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Place place;
  private final Kapsule kapsule;
  private final Routes routes;
  private final Faults faults;
  private final Journal journal;

  Gateway(Place place, Kapsule kapsule, Routes routes, Faults faults, Journal journal) {
    this.place = place;
    this.kapsule = kapsule;
    this.routes = routes;
    this.faults = faults;
    this.journal = journal;
  }

  /** The connection is to be closed without an answer. */
  private static final class Dropped extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Fault.Kind kind;

    Dropped(Fault.Kind kind) {
      super(kind.name(), null, false, false);
      this.kind = kind;
    }
  }

  @Override
  public Optional<LoopbackServer.Answer> answer(HttpExchange exchange, byte[] body) {
    try {
      return Optional.of(LoopbackServer.Answer.json(200, perform(exchange, body).toString()));
    } catch (Dropped _) {
      return Optional.empty();
    } catch (Refusal refusal) {
      return Optional.of(written(refusal));
    } catch (RuntimeException mistake) {
      LOG.error("the simulated Scaleway made a mistake", mistake);
      return Optional.of(written(Refusal.broken()));
    }
  }

  private static LoopbackServer.Answer written(Refusal refusal) {
    return new LoopbackServer.Answer(
        refusal.status(), "application/json", refusal.headers(), refusal.body().toString());
  }

  private JsonNode perform(HttpExchange exchange, byte[] body) {
    Routes.Found found =
        routes
            .find(exchange.getRequestMethod(), exchange.getRequestURI().getPath())
            .filter(one -> place.world().region(one.region()).isPresent())
            .orElseThrow(Refusal::unknownPath);
    Routes.Route route = found.route();
    Instant arrival = place.now();
    JsonNode content = content(body);
    Call call =
        new Call(project(exchange).id(), found.region(), found.id(), query(exchange), content);
    String resource =
        route.action().equals("CreatePool")
            ? content.path("name").asText("")
            : kapsule.nameOf(found.id());
    String outcome = "mistake of the simulator";
    boolean wrote = false;
    try {
      JsonNode answer = perform(route, call, resource);
      outcome = Journal.OK;
      wrote = route.writes();
      return answer;
    } catch (Refusal refusal) {
      outcome = refusal.type();
      throw refusal;
    } catch (Dropped dropped) {
      outcome = dropped.kind.name();
      wrote = route.writes() && dropped.kind == Fault.Kind.DROPPED_AFTER;
      throw dropped;
    } finally {
      journal.note(arrival, "k8s", route.action(), resource, parameters(call), outcome, wrote);
    }
  }

  private JsonNode perform(Routes.Route route, Call call, String resource) {
    Fault fault = faults.strike(Faults.OF_CALLS, route.action(), resource).orElse(null);
    if (fault != null) {
      before(fault, route);
    }
    JsonNode answer = place.locked(() -> route.handler().apply(call));
    if (fault != null && fault.kind() == Fault.Kind.DROPPED_AFTER) {
      throw new Dropped(fault.kind());
    }
    return answer;
  }

  private static void before(Fault fault, Routes.Route route) {
    switch (fault.kind()) {
      case SLOW -> pause(fault.delay());
      case DROPPED_BEFORE -> throw new Dropped(fault.kind());
      case DROPPED_AFTER -> {}
      case THROTTLED -> throw Refusal.tooMany();
      case DENIED -> throw Refusal.denied(route.writes() ? "write" : "read", "kubernetes");
      default -> throw Refusal.broken();
    }
  }

  private Project project(HttpExchange exchange) {
    String key = exchange.getRequestHeaders().getFirst("X-Auth-Token");
    if (key == null || key.isEmpty()) {
      throw Refusal.unauthenticated("invalid_argument");
    }
    return place.world().projectOfKey(key).orElseThrow(() -> Refusal.unauthenticated("not_found"));
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
    throw Refusal.invalid(List.of(new Complaint("body", "format", "must be a JSON object")));
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

  private static Map<String, String> parameters(Call call) {
    Map<String, String> parameters = new TreeMap<>(call.query());
    call.body().properties().stream()
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
