package org.example.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.SecretReader;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * A cloud of fleets, ten on a page. It accepts writes and carries them out later, and shows the
 * machines of each fleet by a call of its own.
 */
final class FleetCloud implements CloudUnderTest<DesiredFleet, ObservedFleet> {
  private static final int PAGE = 10;
  private static final String TOKEN = "the-token-of-the-fleets";
  private static final String DATA = "what machines boot from";

  /** A fleet and the machines that it has, by their IDs. */
  private record Fleet(ObjectNode wire, Map<String, ObjectNode> machines) {}

  private final Map<String, Fleet> fleets = new TreeMap<>();
  private final Map<String, String> failures = new TreeMap<>();
  private final Set<String> uncounted = new TreeSet<>();
  private final HttpServer server;
  private Fault readFault;
  private IntPredicate failing = _ -> false;
  private int reads;
  private Fault writeFault;
  private int writes;
  private int calls;
  private int machines;

  FleetCloud() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    JsonNode body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
    boolean write = !exchange.getRequestMethod().equals("GET");
    calls++;
    Fault fault = strike(write);
    boolean known =
        ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    if (fault == Fault.LOST_BEFORE) {
      exchange.close();
    } else if (fault == Fault.THROTTLED) {
      exchange.getResponseHeaders().set("Retry-After", "2");
      send(exchange, 429, says("SLOWER", "too many calls"));
    } else if (fault == Fault.DENIED || !known) {
      send(exchange, 403, says("DENIED", "you may not"));
    } else if (fault == Fault.BROKEN) {
      send(exchange, 500, says("BROKEN", "broken"));
    } else {
      ObjectNode answer = Json.MAPPER.createObjectNode();
      int status = write ? write(exchange, body, answer) : read(exchange, answer);
      writes += write && status == 202 ? 1 : 0;
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

  private int read(HttpExchange exchange, ObjectNode answer) {
    String[] path = exchange.getRequestURI().getPath().split("/");
    if (path[1].equals("operations")) {
      answer.put("failure", failures.getOrDefault(path[2], ""));
    } else if (path.length > 2) {
      Fleet fleet = fleets.get(path[2]);
      if (fleet == null) {
        answer.setAll(says("NO_SUCH_FLEET", path[2] + " is no fleet"));
        return 404;
      }
      if (!uncounted.contains(path[2])) {
        answer.putArray("machines").addAll(fleet.machines().values());
      }
    } else {
      int page = Integer.parseInt(exchange.getRequestURI().getQuery().replace("page=", ""));
      var list = answer.putArray("fleets");
      fleets.values().stream()
          .skip((long) page * PAGE)
          .limit(PAGE)
          .forEach(fleet -> list.add(fleet.wire()));
      answer.put("more", fleets.size() > (page + 1) * PAGE);
    }
    return 200;
  }

  private int write(HttpExchange exchange, JsonNode body, ObjectNode answer) {
    String[] path = exchange.getRequestURI().getPath().split("/");
    Fleet fleet = fleets.get(path[2]);
    if (exchange.getRequestMethod().equals("PUT")) {
      if (fleet != null) {
        answer.setAll(says("EXISTS", path[2] + " exists"));
        return 409;
      }
      fleet = make(path[2]);
    } else if (fleet == null) {
      answer.setAll(says("NO_SUCH_FLEET", path[2] + " is no fleet"));
      return 404;
    } else if (fleet.wire().path("state").asText().equals("DELETING")) {
      answer.setAll(says("BUSY", path[2] + " is being deleted"));
      return 409;
    }
    ObjectNode wire = fleet.wire();
    if (path.length > 3) {
      end(fleet, path[4], exchange.getRequestURI().getQuery().equals("shrink=true"));
    } else if (exchange.getRequestMethod().equals("DELETE")) {
      wire.put("state", "DELETING");
    } else {
      wire.setAll(((ObjectNode) body).<ObjectNode>without("userData"));
      wire.put("state", "WORKING");
    }
    wire.put("operation", "op-" + writes);
    answer.setAll(wire);
    return 202;
  }

  private static void end(Fleet fleet, String id, boolean shrink) {
    ObjectNode machine = fleet.machines().get(id);
    if (machine != null && !machine.path("state").asText().equals("TERMINATING")) {
      machine.put("state", "TERMINATING");
      int size = fleet.wire().path("size").asInt();
      fleet.wire().put("size", shrink ? size - 1 : size);
    }
    fleet.wire().put("state", "WORKING");
  }

  private Fleet make(String name) {
    ObjectNode wire = Json.MAPPER.createObjectNode().put("name", name).put("state", "WORKING");
    var fleet = new Fleet(wire, new TreeMap<>());
    fleets.put(name, fleet);
    return fleet;
  }

  private static ObjectNode says(String code, String message) {
    return Json.MAPPER.createObjectNode().put("code", code).put("message", message);
  }

  private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = Json.MAPPER.writeValueAsBytes(body);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public PoolProvider<DesiredFleet, ObservedFleet> provider(ProviderContext providerContext) {
    return new FleetPoolProvider(providerContext);
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public SecretReader secrets() {
    ObjectNode secret = Json.MAPPER.createObjectNode().put("kind", "Secret");
    secret.putObject("data").put("token", base64(TOKEN));
    return key ->
        key.toString().equals("fleets/fleet")
            ? Optional.of(new ApiObject(secret))
            : Optional.empty();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Clock clock() {
    return Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    return new PoolObjects(
            object("infrastructure.cluster.x-k8s.io/v1", "FleetMachinePool", name),
            object("cluster.x-k8s.io/v1beta2", "MachinePool", name),
            object("cluster.x-k8s.io/v1beta2", "Cluster", "sea"),
            List.of(),
            new BootstrapData("fleets/data", "cloud-config", base64(DATA), "inputs", "v1.35.4"))
        .setReplicas(size);
  }

  private static ObjectNode object(String version, String kind, String name) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("apiVersion", version).put("kind", kind);
    tree.putObject("metadata").put("name", name).put("namespace", "fleets").put("uid", name);
    return tree;
  }

  @Override
  public synchronized void createForeign(String name) {
    make(name).wire().put("size", 1).put("managementCluster", "elsewhere").put("pool", "another");
  }

  @Override
  public synchronized int countScaleSets(String name) {
    return fleets.containsKey(name) ? 1 : 0;
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
    fleets.values().removeIf(fleet -> fleet.wire().path("state").asText().equals("DELETING"));
    for (Fleet fleet : fleets.values()) {
      var there = fleet.machines();
      there.values().removeIf(machine -> machine.path("state").asText().equals("TERMINATING"));
      int size = fleet.wire().path("size").asInt();
      while (there.size() > size) {
        there.remove(there.keySet().iterator().next());
      }
      while (there.size() < size) {
        String id = "m-%03d".formatted(machines++);
        ObjectNode machine = Json.MAPPER.createObjectNode().put("id", id).put("state", "RUNNING");
        there.put(id, machine.put("fingerprint", fleet.wire().path("fingerprint").asText()));
      }
      if (fleet.wire().path("state").asText().equals("WORKING")) {
        fleet.wire().put("state", "READY");
      }
    }
  }

  /** The size falls back to the machines that there are. */
  @Override
  public synchronized boolean failPendingWork(String why) {
    for (Fleet fleet : fleets.values()) {
      if (fleet.wire().path("state").asText().equals("WORKING")) {
        fleet.wire().put("state", "FAILED").put("size", fleet.machines().size());
        failures.put(fleet.wire().path("operation").asText(), why);
      }
    }
    return true;
  }

  @Override
  public synchronized boolean hideInstances(PoolObjects pool) {
    return uncounted.add(pool.pool().name());
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of(TOKEN, DATA, base64(DATA));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
