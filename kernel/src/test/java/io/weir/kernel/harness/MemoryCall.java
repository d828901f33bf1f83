package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.Resource;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a request to a {@link MemoryApiServer} asks for.
 *
 * @param verb get, list, watch, create, apply, patch or delete
 * @param path without the query
 * @param key with an empty name for a collection
 * @param body a missing node without one
 */
record MemoryCall(
    String verb,
    String path,
    String group,
    String version,
    String plural,
    ObjectKey key,
    String subresource,
    Map<String, String> query,
    JsonNode body) {

  static MemoryCall of(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    var segments = new ArrayDeque<>(Arrays.asList(path.substring(1).split("/", -1)));
    String group = "apis".equals(segments.poll()) ? next(segments) : "";
    String version = next(segments);
    String namespace = "";
    if (segments.size() > 2 && "namespaces".equals(segments.peek())) {
      segments.remove();
      namespace = next(segments);
    }
    String plural = next(segments);
    String name = next(segments);
    String subresource = next(segments);
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    byte[] sent = exchange.getRequestBody().readAllBytes();
    JsonNode body = sent.length == 0 ? Json.MAPPER.missingNode() : Json.MAPPER.readTree(sent);
    String verb =
        switch (exchange.getRequestMethod()) {
          case "GET" -> query.containsKey("watch") ? "watch" : name.isEmpty() ? "list" : "get";
          case "POST" -> "create";
          case "PATCH" -> applies(exchange) ? "apply" : "patch";
          default -> "delete";
        };
    String named = verb.equals("create") ? body.at("/metadata/name").asText() : name;
    return new MemoryCall(
        verb,
        path,
        group,
        version,
        plural,
        new ObjectKey(namespace, named),
        subresource,
        query,
        body);
  }

  private static boolean applies(HttpExchange exchange) {
    return String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"))
        .startsWith("application/apply-patch");
  }

  private static String next(ArrayDeque<String> segments) {
    return segments.isEmpty() ? "" : segments.remove();
  }

  private static Map<String, String> query(String raw) {
    var found = new HashMap<String, String>();
    for (String part : (raw == null ? "" : raw).split("&", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length == 2) {
        found.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
      }
    }
    return found;
  }

  ObjectNode object() {
    return (ObjectNode) body;
  }

  boolean ofStatus() {
    return subresource.equals("status");
  }

  /** The version that a watch goes on from. */
  long from() {
    return Long.parseLong(query.getOrDefault("resourceVersion", "0"));
  }

  /** What a list or a watch is about. */
  Selection selection(Resource resource) {
    return new Selection(
        resource,
        key.namespace(),
        Selection.requirements(query.getOrDefault("labelSelector", "")),
        Selection.requirements(query.getOrDefault("fieldSelector", "")));
  }
}
