package io.weir.clouds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The way into a simulated cloud for tests and demonstrations that are not Java: JSON under {@value
 * #PATH}.
 */
public final class ControlEndpoint implements LoopbackServer.Handler {
  /** Where it is. */
  public static final String PATH = "/_weir/";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final SimulatedCloud cloud;

  /** The way into a cloud. */
  public ControlEndpoint(SimulatedCloud cloud) {
    this.cloud = cloud;
  }

  @Override
  public Optional<LoopbackServer.Response> handle(HttpExchange request, byte[] body) {
    String path = request.getRequestURI().getPath().substring(PATH.length());
    int status = 200;
    Object answer;
    try {
      answer = answer(request.getRequestMethod() + " " + path, JSON.readTree(body));
    } catch (IllegalArgumentException | IOException refused) {
      status = 400;
      answer = Map.of("error", String.valueOf(refused.getMessage()));
    }
    return Optional.of(LoopbackServer.Response.json(status, written(answer)));
  }

  private static String written(Object answer) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Object answer(String request, JsonNode body) throws JsonProcessingException {
    FaultInjector faultInjector = cloud.faults();
    Journal journal = cloud.journal();
    return switch (request) {
      case "GET state" -> JSON.readTree(cloud.comparableState());
      case "GET instances" -> cloud.instances();
      case "GET journal" -> summary(journal);
      case "GET calls" -> journal.calls().stream().map(ControlEndpoint::inShort).toList();
      case "DELETE journal" -> {
        journal.clear();
        yield Map.of();
      }
      case "GET faults" -> faultInjector.list().stream().map(CloudFault::toString).toList();
      case "POST faults" -> {
        faultInjector.add(fault(body));
        yield Map.of("waiting", faultInjector.list().size());
      }
      case "DELETE faults" -> {
        faultInjector.clear();
        yield Map.of();
      }
      case "POST kill" -> Map.of("killed", cloud.killInstance(body.path("instance").asText()));
      default -> throw new IllegalArgumentException("unknown: " + request);
    };
  }

  private static Map<String, Object> summary(Journal journal) {
    return Map.of(
        "counts", journal.callCounts(),
        "refusals", journal.errorCounts(),
        "writes", journal.writeCount(),
        "creations", journal.creations());
  }

  private static List<Object> inShort(Journal.Call call) {
    return List.of(
        call.number(),
        call.at().toString(),
        call.service(),
        call.action(),
        call.resource(),
        call.parameters(),
        call.outcome(),
        call.wrote());
  }

  private static CloudFault fault(JsonNode body) {
    String kind = body.path("kind").asText("").toUpperCase(Locale.ROOT).replace('-', '_');
    return new CloudFault(
        CloudFault.Kind.valueOf(kind),
        body.path("action").asText("*"),
        body.path("resource").asText("*"),
        body.path("times").asInt(0),
        body.path("every").asInt(1),
        Duration.ofMillis(body.path("delayMillis").asLong(0)));
  }
}
