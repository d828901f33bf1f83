package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** A cloud that knows nothing but sets of machines, ten on a page. */
final class ToyCloud implements CloudUnderTest<ToyPoolProvider.ToyDesiredState, ToyObservedState> {
  private static final int PAGE = 10;

  private final Map<String, ObjectNode> sets = new TreeMap<>();
  private final HttpServer server;
  private Fault readFault;
  private IntPredicate failing = _ -> false;
  private int reads;
  private Fault writeFault;
  private int writes;
  private int calls;
  private int machines;

  ToyCloud() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/sets", this::handle);
    server.start();
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    JsonNode body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
    boolean write = !exchange.getRequestMethod().equals("GET");
    calls++;
    Fault fault = strike(write);
    if (fault == Fault.LOST_BEFORE) {
      exchange.close();
    } else if (fault == Fault.THROTTLED) {
      send(exchange, 429, says("too many calls"));
    } else if (fault == Fault.DENIED) {
      send(exchange, 403, says("you may not"));
    } else if (fault == Fault.BROKEN) {
      send(exchange, 500, says("broken"));
    } else {
      ObjectNode answer = Json.MAPPER.createObjectNode();
      int status = write ? write(exchange, body, answer) : list(exchange, answer);
      writes += write && status == 200 ? 1 : 0;
      if (fault == Fault.LOST_AFTER) {
        exchange.close();
      } else {
        send(exchange, status, answer);
      }
    }
  }

  private Fault strike(boolean write) {
    Fault fault = null;
    if (write) {
      fault = writeFault;
      writeFault = null;
    } else if (failing.test(reads++)) {
      fault = readFault;
    }
    return fault;
  }

  private int list(HttpExchange exchange, ObjectNode answer) {
    int page = Integer.parseInt(exchange.getRequestURI().getQuery().replace("page=", ""));
    var list = answer.putArray("sets");
    sets.values().stream().skip((long) page * PAGE).limit(PAGE).forEach(list::add);
    answer.put("more", sets.size() > (page + 1) * PAGE);
    return 200;
  }

  private int write(HttpExchange exchange, JsonNode body, ObjectNode answer) {
    String name = exchange.getRequestURI().getPath().replace("/sets/", "");
    ObjectNode set = sets.get(name);
    switch (exchange.getRequestMethod()) {
      case "PUT" -> {
        if (set != null) {
          answer.put("message", name + " exists");
          return 409;
        }
        set = make(name, body.path("size").asInt());
        set.setAll((ObjectNode) body);
      }
      case "PATCH" -> change(set, (ObjectNode) body);
      default -> set.put("state", "GOING");
    }
    answer.setAll(set);
    return 200;
  }

  private static void change(ObjectNode set, ObjectNode body) {
    String leaving = body.path("remove").asText("");
    for (JsonNode machine : set.path("machines")) {
      if (machine.path("id").asText().equals(leaving)) {
        ((ObjectNode) machine).put("state", "TERMINATING");
      }
    }
    set.put("state", "SIZING").setAll(body.<ObjectNode>without("remove"));
  }

  private ObjectNode make(String name, int size) {
    ObjectNode set = Json.MAPPER.createObjectNode().put("name", name);
    set.put("size", size).put("state", "SIZING").putArray("machines");
    sets.put(name, set);
    return set;
  }

  private static ObjectNode says(String message) {
    return Json.MAPPER.createObjectNode().put("message", message);
  }

  private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = Json.MAPPER.writeValueAsBytes(body);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public PoolProvider<ToyPoolProvider.ToyDesiredState, ToyObservedState> provider(
      ProviderContext providerContext) {
    return new ToyPoolProvider(providerContext);
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public Clock clock() {
    return Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    return new PoolObjects(
            object("infrastructure.cluster.x-k8s.io/v1", "ToyMachinePool", name),
            object("cluster.x-k8s.io/v1beta2", "MachinePool", name),
            object("cluster.x-k8s.io/v1beta2", "Cluster", "toys"),
            List.of(),
            null)
        .setReplicas(size);
  }

  private static ObjectNode object(String version, String kind, String name) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("apiVersion", version).put("kind", kind);
    tree.putObject("metadata").put("name", name).put("namespace", "toys").put("uid", name);
    return tree;
  }

  @Override
  public synchronized void createForeign(String name) {
    make(name, 1).put("managementCluster", "elsewhere").put("pool", "somebody");
  }

  @Override
  public synchronized int countScaleSets(String name) {
    return sets.containsKey(name) ? 1 : 0;
  }

  @Override
  public int poolsExceedingOnePage() {
    return PAGE;
  }

  @Override
  public synchronized void failReads(Fault fault, IntPredicate which) {
    readFault = fault;
    failing = which;
    reads = 0;
  }

  @Override
  public synchronized void failWrite(Fault fault) {
    writeFault = fault;
  }

  @Override
  public synchronized int writeCount() {
    return writes;
  }

  @Override
  public synchronized int callCount() {
    return calls;
  }

  @Override
  public synchronized void completePendingWork() {
    sets.values().removeIf(set -> set.path("state").asText().equals("GOING"));
    for (ObjectNode set : sets.values()) {
      var there = new ArrayList<JsonNode>();
      for (JsonNode machine : set.path("machines")) {
        if (machine.path("state").asText().equals("RUNNING")) {
          there.add(machine);
        }
      }
      while (there.size() < set.path("size").asInt()) {
        there.add(
            Json.MAPPER.createObjectNode().put("id", "m-" + machines++).put("state", "RUNNING"));
      }
      set.put("state", "STILL");
      set.putArray("machines").addAll(there.subList(0, set.path("size").asInt()));
    }
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of("nobody has a key");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
