package io.weir.clouds.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.weir.clouds.Fault;
import io.weir.clouds.Faults;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.world.Image;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The way in for tests and demonstrations that are not Java: JSON under {@code /_weir/}. */
final class Control {
  static final String PATH = "/_weir/";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AwsCloud cloud;

  Control(AwsCloud cloud) {
    this.cloud = cloud;
  }

  void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(PATH.length());
    JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
    int status = 200;
    Object answer;
    try {
      answer = answer(exchange.getRequestMethod() + " " + path, body);
    } catch (IllegalArgumentException refused) {
      status = 400;
      answer = Map.of("error", String.valueOf(refused.getMessage()));
    }
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(answer);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Object answer(String request, JsonNode body) {
    Faults faults = cloud.faults();
    Journal journal = cloud.journal();
    return switch (request) {
      case "GET state" -> cloud.picture();
      case "GET instances" -> cloud.instances();
      case "GET journal" -> summary(journal);
      case "GET calls" -> journal.calls().stream().map(Control::written).toList();
      case "DELETE journal" -> {
        journal.clear();
        yield Map.of();
      }
      case "GET faults" -> faults.list().stream().map(Fault::toString).toList();
      case "POST faults" -> {
        faults.add(fault(body));
        yield Map.of("waiting", faults.list().size());
      }
      case "DELETE faults" -> {
        faults.clear();
        yield Map.of();
      }
      case "POST kill" -> Map.of("killed", cloud.kill(body.path("instance").asText()));
      case "POST images" -> {
        cloud.publish(JSON.convertValue(body, Image.class));
        yield Map.of();
      }
      default -> throw new IllegalArgumentException("unknown: " + request);
    };
  }

  private static Map<String, Object> summary(Journal journal) {
    return Map.of(
        "counts", journal.counts(),
        "refusals", journal.refusals(),
        "writes", journal.writes(),
        "creations", journal.creations());
  }

  private static List<Object> written(Journal.Call call) {
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

  private static Fault fault(JsonNode body) {
    String kind = body.path("kind").asText("").toUpperCase(Locale.ROOT).replace('-', '_');
    return new Fault(
        Fault.Kind.valueOf(kind),
        body.path("action").asText("*"),
        body.path("resource").asText("*"),
        body.path("times").asInt(0),
        body.path("every").asInt(1),
        Duration.ofMillis(body.path("delayMillis").asLong(0)));
  }
}
