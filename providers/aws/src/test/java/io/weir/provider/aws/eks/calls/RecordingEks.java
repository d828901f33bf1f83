package io.weir.provider.aws.eks.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers requests in the form of the recordings, and answers as if they had succeeded. */
final class RecordingEks implements AutoCloseable {

  private final List<ObjectNode> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  RecordingEks() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<ObjectNode> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean form =
          !body.isEmpty()
              && String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"))
                  .contains("x-www-form-urlencoded");
      ObjectNode request = form ? form(exchange, body) : rest(exchange, body);
      requests.add(request);
      byte[] answer =
          (form ? xml(request.path("action").asText()) : json(request))
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static ObjectNode form(HttpExchange exchange, String body) {
    ObjectNode request = Json.MAPPER.createObjectNode();
    String scope = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    for (String service : List.of("ec2", "iam", "autoscaling")) {
      if (scope.contains("/" + service + "/")) {
        request.put("service", service);
      }
    }
    ObjectNode params = request.putObject("params");
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(pair.substring(0, equals));
      String value = decode(pair.substring(equals + 1));
      switch (name) {
        case "Action" -> request.put("action", value);
        case "Version" -> {}
        default -> params.put(name, value);
      }
    }
    return request;
  }

  private static ObjectNode rest(HttpExchange exchange, String body) throws IOException {
    ObjectNode request = Json.MAPPER.createObjectNode().put("service", "eks");
    request.put("method", exchange.getRequestMethod());
    request.put("path", decode(exchange.getRequestURI().getRawPath()));
    if (!body.isEmpty()) {
      request.set("body", Json.MAPPER.readTree(body));
    }
    return request;
  }

  private static String json(ObjectNode request) {
    if (request.path("path").asText().contains("/update-")) {
      return "{\"update\": {\"id\": \"u-1\", \"status\": \"InProgress\"}}";
    }
    return request.path("method").asText().equals("POST")
            && request.path("path").asText().endsWith("/node-groups")
        ? "{\"nodegroup\": {\"clusterName\": \"c\", \"nodegroupName\": \"n\", \"status\":"
            + " \"CREATING\"}}"
        : "{}";
  }

  private static String xml(String action) {
    String inside =
        switch (action) {
          case "CreateLaunchTemplate" ->
              "<launchTemplate><launchTemplateId>lt-0123456789abcdef0</launchTemplateId>"
                  + "<latestVersionNumber>1</latestVersionNumber></launchTemplate>";
          case "CreateLaunchTemplateVersion" ->
              "<launchTemplateVersion><versionNumber>2</versionNumber></launchTemplateVersion>";
          case "CreateRole" ->
              "<CreateRoleResult><Role><RoleName>r</RoleName><Arn>arn:aws:iam::111122223333:role/"
                  + "default_w1-control-plane-iam_nodegroup-iam-service-role</Arn></Role>"
                  + "</CreateRoleResult>";
          default -> "";
        };
    return "<%1$sResponse>%2$s</%1$sResponse>".formatted(action, inside);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
