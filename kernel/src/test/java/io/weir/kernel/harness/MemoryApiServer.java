package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.kernel.cache.FedCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.kube.ResourceLookup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An API server in memory for days of simulated time: single reads and writes over HTTP, no
 * watches; the caches it feeds are up to date when a write is answered. Its clock is the test's.
 */
public final class MemoryApiServer implements AutoCloseable {

  private final HttpServer server;
  private final KubeHttp http;
  private final ResourceLookup kinds;
  private final InstantSource clock;
  private final List<FedCache> caches = new ArrayList<>();
  private final TreeMap<String, ObjectNode> objects = new TreeMap<>();
  private final List<Request> requests = new ArrayList<>();
  private long version = 1;
  private int untilSilence = -1;
  private String forbidden = "";

  /**
   * A request that was answered, or of which the effect was kept.
   *
   * @param verb as audit logs name it
   * @param name of the object
   * @param at when
   */
  public record Request(String verb, String name, Instant at) {

    /** Whether it may have changed something. */
    public boolean writes() {
      return !verb.equals("get");
    }
  }

  public MemoryApiServer(ResourceLookup kinds, InstantSource clock) throws IOException {
    this.kinds = kinds;
    this.clock = clock;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    http =
        KubeHttp.connect(
            new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withRequestRetryBackoffLimit(0)
                .withHttp2Disable(true)
                .build(),
            RequestListener.NONE);
  }

  /** A client of it. */
  public KubeClient client() {
    return new KubeClient(http, kinds, _ -> {});
  }

  /** Keeps this cache up to date from now on. */
  public synchronized FedCache feed(FedCache cache) {
    objects.values().forEach(tree -> cache.shown(new ApiObject(tree.deepCopy())));
    caches.add(cache);
    return cache;
  }

  /** After so many more writes, the next one takes effect and gets no answer. */
  public synchronized void silentAfter(int writes) {
    untilSilence = writes;
  }

  /** Takes away one right: to create or to patch objects of a plural. */
  public synchronized void forbid(String verb, String plural) {
    forbidden = verb + " " + plural;
  }

  /** Gives it back. */
  public synchronized void permit() {
    forbidden = "";
  }

  /** All requests so far. */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** All objects of a plural, as stored. */
  public synchronized List<ApiObject> stored(String plural) {
    return objects.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(plural + "/"))
        .map(entry -> new ApiObject(entry.getValue().deepCopy()))
        .toList();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/namespaces/", -1)[1].split("/", -1);
    byte[] body = exchange.getRequestBody().readAllBytes();
    JsonNode sent = body.length == 0 ? Json.MAPPER.nullNode() : Json.MAPPER.readTree(body);
    String name = path.length > 2 ? path[2] : sent.at("/metadata/name").asText();
    String key = path[1] + "/" + path[0] + "/" + name;
    switch (exchange.getRequestMethod()) {
      case "GET" -> {
        requests.add(new Request("get", name, clock.instant()));
        reply(
            exchange, objects.containsKey(key) ? 200 : 404, Optional.ofNullable(objects.get(key)));
      }
      case "POST" -> {
        if (!forbidden(exchange, "create " + path[1])) {
          create(exchange, key, name, (ObjectNode) sent);
        }
      }
      case "PATCH" -> {
        if (!forbidden(exchange, "patch " + path[1])) {
          patch(exchange, key, name, (ObjectNode) sent);
        }
      }
      default -> delete(exchange, key, name);
    }
  }

  private boolean forbidden(HttpExchange exchange, String asked) throws IOException {
    if (asked.equals(forbidden)) {
      refuse(exchange, 403, "Forbidden");
      return true;
    }
    return false;
  }

  private void create(HttpExchange exchange, String key, String name, ObjectNode sent)
      throws IOException {
    requests.add(new Request("create", name, clock.instant()));
    if (objects.containsKey(key)) {
      refuse(exchange, 409, "AlreadyExists");
      return;
    }
    sent.withObject("/metadata")
        .put("uid", "uid-" + version)
        .put("creationTimestamp", clock.instant().toString());
    store(exchange, key, sent, 201);
  }

  private void patch(HttpExchange exchange, String key, String name, ObjectNode sent)
      throws IOException {
    requests.add(new Request("patch", name, clock.instant()));
    ObjectNode there = objects.get(key);
    if (there == null) {
      refuse(exchange, 404, "NotFound");
      return;
    }
    JsonNode based = sent.at("/metadata/resourceVersion");
    if (!based.asText().equals(there.at("/metadata/resourceVersion").asText())) {
      refuse(exchange, 409, "Conflict");
      return;
    }
    store(exchange, key, merged(there, sent), 200);
  }

  private void delete(HttpExchange exchange, String key, String name) throws IOException {
    requests.add(new Request("delete", name, clock.instant()));
    ObjectNode gone = objects.remove(key);
    if (gone == null) {
      refuse(exchange, 404, "NotFound");
      return;
    }
    caches.forEach(cache -> cache.gone(new ApiObject(gone)));
    reply(exchange, 200, Optional.of(Json.MAPPER.createObjectNode().put("status", "Success")));
  }

  private void store(HttpExchange exchange, String key, ObjectNode tree, int code)
      throws IOException {
    version++;
    tree.withObject("/metadata").put("resourceVersion", Long.toString(version));
    objects.put(key, tree);
    caches.forEach(cache -> cache.shown(new ApiObject(tree.deepCopy())));
    if (untilSilence-- == 0) {
      exchange.close();
      return;
    }
    reply(exchange, code, Optional.of(tree));
  }

  private static ObjectNode merged(ObjectNode there, ObjectNode patch) {
    ObjectNode result = there.deepCopy();
    for (var member : patch.properties()) {
      String key = member.getKey();
      if (member.getValue().isNull()) {
        result.remove(key);
      } else if (member.getValue() instanceof ObjectNode inner) {
        ObjectNode old =
            result.get(key) instanceof ObjectNode object ? object : Json.MAPPER.createObjectNode();
        result.set(key, merged(old, inner));
      } else {
        result.set(key, member.getValue());
      }
    }
    return result;
  }

  private static void refuse(HttpExchange exchange, int code, String reason) throws IOException {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("code", code).put("reason", reason);
    reply(exchange, code, Optional.of(status));
  }

  private static void reply(HttpExchange exchange, int code, Optional<ObjectNode> tree)
      throws IOException {
    byte[] body = tree.map(ObjectNode::toString).orElse("{}").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    http.close();
    server.stop(0);
  }
}
