package io.weir.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import io.weir.provider.kit.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One GKE cluster with its node pools, and Compute Engine as far as it shows their machines, on
 * HTTP. What is accepted is done when it is told so.
 */
final class SimulatedGke implements AutoCloseable {
  static final String PROJECT = "weir-demo";
  static final String REGION = "europe-west1";
  static final String CLUSTER = "demo";
  static final int PAGE = 10;
  private static final String CLUSTER_PATH =
      "/v1/projects/%s/locations/%s/clusters/%s".formatted(PROJECT, REGION, CLUSTER);
  private static final String COMPUTE_PATH = "/compute/v1/projects/" + PROJECT;
  private static final String LINK = "https://www.googleapis.com" + COMPUTE_PATH;
  private static final List<String> ZONES = List.of(REGION + "-b", REGION + "-c", REGION + "-d");
  private static final List<String> ROLLED =
      List.of("nodeVersion", "imageType", "linuxNodeConfig", "tags");

  /** A machine. */
  private record Machine(String name, String id, String action) {
    Machine doing(String other) {
      return new Machine(name, id, other);
    }
  }

  /** The machines of a node pool in a zone. */
  private static final class Group {
    int target;
    final List<Machine> machines = new ArrayList<>();
  }

  /** A node pool. */
  private static final class Pool {
    final ObjectNode shown;
    final Map<String, Group> groups = new TreeMap<>();
    final Map<String, Integer> targetsBefore = new TreeMap<>();
    boolean rolls;
    boolean hidden;

    Pool(ObjectNode shown) {
      this.shown = shown;
    }

    String name() {
      return shown.path("name").asText();
    }

    String status() {
      return shown.path("status").asText();
    }
  }

  /** An answer that was refused. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    final int code;
    final String status;

    Refused(int code, String status, String message) {
      super(message);
      this.code = code;
      this.status = status;
    }
  }

  /** What reads show since then. */
  private record Shown(
      Instant since, ObjectNode cluster, ArrayNode groups, Map<String, ArrayNode> machines) {}

  final List<String> actions = new ArrayList<>();
  String version = "1.34.1-gke.100";
  private final Map<String, Pool> pools = new LinkedHashMap<>();
  private final List<Shown> history = new ArrayList<>();
  private final InstantSource clock;
  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private int writes;
  private int reads;
  private int numbers;
  private @Nullable Fault readFault;
  private IntPredicate failing = _ -> false;
  private @Nullable Fault writeFault;
  private @Nullable Random lag;

  SimulatedGke(InstantSource clock) {
    this.clock = clock;
    show();
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException unbound) {
      throw new UncheckedIOException(unbound);
    }
    server.setExecutor(workers);
    server.createContext("/", this::handle);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Optional<JsonNode> answer = Optional.empty();
      int status = 200;
      synchronized (this) {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getPath();
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        boolean write = !method.equals("GET") && !path.endsWith("/listManagedInstances");
        Fault fault = fault(write);
        actions.add(action(method, path));
        try {
          if (fault == Fault.LOST_BEFORE) {
            return;
          }
          if (fault != null && fault != Fault.LOST_AFTER) {
            throw refusal(fault);
          }
          if (!exchange.getRequestHeaders().getFirst("Authorization").startsWith("Bearer ")) {
            throw new Refused(401, "UNAUTHENTICATED", "no token");
          }
          answer =
              Optional.of(
                  write ? write(method, path, Json.MAPPER.readTree(body)) : read(path, query));
          if (fault == Fault.LOST_AFTER) {
            return;
          }
        } catch (Refused refused) {
          status = refused.code;
          answer = Optional.of(error(refused));
        }
      }
      byte[] sent = answer.orElseThrow().toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.getResponseHeaders().set("Retry-After", "1");
      exchange.sendResponseHeaders(status, sent.length);
      exchange.getResponseBody().write(sent);
    }
  }

  private @Nullable Fault fault(boolean write) {
    if (write) {
      Fault now = writeFault;
      writeFault = null;
      return now;
    }
    return failing.test(reads++) ? readFault : null;
  }

  private static Refused refusal(Fault fault) {
    return switch (fault) {
      case THROTTLED -> new Refused(429, "RESOURCE_EXHAUSTED", "too many calls");
      case DENIED -> new Refused(403, "PERMISSION_DENIED", "the permission is missing");
      default -> new Refused(500, "INTERNAL", "an internal error");
    };
  }

  private static ObjectNode error(Refused refused) {
    ObjectNode answer = Json.MAPPER.createObjectNode();
    answer
        .putObject("error")
        .put("code", refused.code)
        .put("message", refused.getMessage())
        .put("status", refused.status);
    return answer;
  }

  /** As Google's discovery documents name it. */
  private static String action(String method, String path) {
    if (path.startsWith(COMPUTE_PATH)) {
      return path.endsWith("/listManagedInstances")
          ? "compute:instanceGroupManagers.listManagedInstances"
          : "compute:instanceGroupManagers.aggregatedList";
    }
    int verb = path.indexOf(':');
    String pools = "container:projects.locations.clusters.nodePools.";
    return switch (method) {
      case "GET" -> "container:projects.locations.clusters.get";
      case "PUT" -> pools + "update";
      case "DELETE" -> pools + "delete";
      default -> pools + (verb < 0 ? "create" : path.substring(verb + 1));
    };
  }

  private JsonNode read(String path, String query) throws Refused {
    Shown shown = lagging();
    if (path.equals(CLUSTER_PATH)) {
      return shown.cluster();
    }
    if (path.equals(COMPUTE_PATH + "/aggregated/instanceGroupManagers")) {
      return page(shown.groups(), query);
    }
    ArrayNode machines = shown.machines().get(path.replaceFirst("/listManagedInstances$", ""));
    if (machines == null) {
      throw new Refused(404, "NOT_FOUND", "not found: " + path);
    }
    ObjectNode answer = Json.MAPPER.createObjectNode();
    answer.set("managedInstances", machines);
    return answer;
  }

  private Shown lagging() {
    Instant at = clock.instant();
    if (lag != null) {
      at = at.minus(Duration.ofSeconds(lag.nextInt(21)));
    }
    Shown found = history.getFirst();
    for (Shown each : history) {
      found = each.since().isAfter(at) ? found : each;
    }
    return found;
  }

  private static JsonNode page(ArrayNode groups, String query) {
    int from =
        query.contains("pageToken=") ? Integer.parseInt(query.replaceFirst(".*pageToken=", "")) : 0;
    ObjectNode answer =
        Json.MAPPER.createObjectNode().put("kind", "compute#instanceGroupManagerAggregatedList");
    ObjectNode items = answer.putObject("items");
    for (int i = from; i < Math.min(from + PAGE, groups.size()); i++) {
      String zone = groups.path(i).path("zone").asText().replaceFirst(".*/", "zones/");
      items.withObjectProperty(zone).withArrayProperty("instanceGroupManagers").add(groups.path(i));
    }
    if (from + PAGE < groups.size()) {
      answer.put("nextPageToken", Integer.toString(from + PAGE));
    }
    return answer;
  }

  private JsonNode write(String method, String path, JsonNode body) throws Refused {
    if (!path.startsWith(CLUSTER_PATH + "/nodePools")) {
      throw new Refused(404, "NOT_FOUND", "not found: " + path);
    }
    String rest = path.substring((CLUSTER_PATH + "/nodePools").length());
    if (rest.isEmpty()) {
      create(body.path("nodePool"));
    } else {
      String[] parts = rest.substring(1).split(":", 2);
      Pool pool = pools.get(parts[0]);
      if (pool == null) {
        throw new Refused(404, "NOT_FOUND", "Not found: " + path);
      }
      if (List.of("PROVISIONING", "RECONCILING", "STOPPING").contains(pool.status())) {
        throw new Refused(
            400,
            "FAILED_PRECONDITION",
            "Cluster is running incompatible operation operation-%d.".formatted(numbers));
      }
      switch (method) {
        case "PUT" -> update(pool, body);
        case "DELETE" -> delete(pool);
        default -> set(pool, parts[1], body);
      }
    }
    writes++;
    show();
    String operation = "operation-" + ++numbers;
    return Json.MAPPER
        .createObjectNode()
        .put("name", operation)
        .put("status", "RUNNING")
        .put("selfLink", "https://container.googleapis.com/v1/operations/" + operation);
  }

  private void create(JsonNode asked) throws Refused {
    String name = asked.path("name").asText();
    if (pools.containsKey(name)) {
      throw new Refused(409, "ALREADY_EXISTS", "Already exists: " + name);
    }
    ObjectNode shown = asked.deepCopy();
    shown.put("status", "PROVISIONING").put("etag", "e" + ++numbers);
    if (!shown.has("version")) {
      shown.put("version", version);
    }
    if (!shown.has("locations")) {
      ZONES.forEach(shown.putArray("locations")::add);
    }
    var pool = new Pool(shown);
    shown.path("locations").forEach(zone -> pool.groups.put(zone.asText(), new Group()));
    resize(pool, asked.path("initialNodeCount").asInt());
    pools.put(name, pool);
  }

  private void update(Pool pool, JsonNode body) throws Refused {
    if (body.has("etag") && !body.path("etag").equals(pool.shown.path("etag"))) {
      throw new Refused(409, "ABORTED", "etag mismatch");
    }
    begin(pool);
    ObjectNode config = pool.shown.withObjectProperty("config");
    body.propertyStream()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              pool.rolls |= ROLLED.contains(field.getKey());
              switch (field.getKey()) {
                case "etag" -> {}
                case "labels", "resourceLabels" -> config.set(field.getKey(), value.path("labels"));
                case "taints", "tags" -> config.set(field.getKey(), value.path(field.getKey()));
                case "nodeVersion" -> pool.shown.set("version", value);
                case "locations" -> pool.shown.set("locations", value);
                default -> config.set(field.getKey(), value);
              }
            });
    var zones = pool.shown.path("locations").valueStream().map(JsonNode::asText).toList();
    int count = pool.groups.values().iterator().next().target;
    pool.groups.keySet().retainAll(zones);
    zones.forEach(zone -> pool.groups.computeIfAbsent(zone, _ -> new Group()));
    resize(pool, count);
  }

  private void set(Pool pool, String verb, JsonNode body) throws Refused {
    begin(pool);
    switch (verb) {
      case "setSize" -> resize(pool, body.path("nodeCount").asInt());
      case "setAutoscaling" -> pool.shown.set("autoscaling", body.path("autoscaling"));
      case "setManagement" -> pool.shown.set("management", body.path("management"));
      default -> throw new Refused(404, "NOT_FOUND", "no verb " + verb);
    }
  }

  private void begin(Pool pool) {
    pool.targetsBefore.clear();
    pool.groups.forEach((zone, group) -> pool.targetsBefore.put(zone, group.target));
    pool.shown.put("status", "RECONCILING").put("etag", "e" + ++numbers);
  }

  private void delete(Pool pool) {
    pool.shown.put("status", "STOPPING");
    resize(pool, 0);
  }

  /** To so many machines in each zone. */
  private void resize(Pool pool, int count) {
    for (Group group : pool.groups.values()) {
      group.target = count;
      for (int i = 0; i < group.machines.size(); i++) {
        if (i >= count) {
          group.machines.set(i, group.machines.get(i).doing("DELETING"));
        }
      }
      while (group.machines.size() < count) {
        group.machines.add(
            new Machine("gke-%s-%04d".formatted(pool.name(), ++numbers), "", "CREATING"));
      }
    }
  }

  /** Has all that was accepted be done. */
  synchronized void complete() {
    for (Pool pool : List.copyOf(pools.values())) {
      if (pool.status().equals("STOPPING")) {
        pools.remove(pool.name());
        continue;
      }
      for (Group group : pool.groups.values()) {
        group.machines.removeIf(each -> each.action().equals("DELETING"));
        group.machines.replaceAll(
            each ->
                each.id().isEmpty() || pool.rolls
                    ? new Machine(
                        pool.rolls ? "gke-%s-%04d".formatted(pool.name(), ++numbers) : each.name(),
                        Integer.toString(++numbers),
                        "NONE")
                    : each);
      }
      if (!pool.status().endsWith("ERROR")) {
        pool.shown.put("status", "RUNNING").remove("conditions");
      }
      pool.rolls = false;
    }
    show();
  }

  /** Has all that was accepted fail. */
  synchronized void fail(String why) {
    for (Pool pool : pools.values()) {
      boolean created = pool.status().equals("PROVISIONING");
      if (created || pool.status().equals("RECONCILING")) {
        pool.shown.put("status", created ? "ERROR" : "RUNNING_WITH_ERROR");
        ArrayNode conditions = pool.shown.putArray("conditions");
        conditions.addObject().put("code", "GCE_QUOTA_EXCEEDED").put("message", why);
        pool.groups.forEach(
            (zone, group) -> {
              group.target = created ? 0 : pool.targetsBefore.getOrDefault(zone, 0);
              group.machines.removeIf(each -> each.id().isEmpty());
              group.machines.replaceAll(each -> each.doing("NONE"));
            });
      }
    }
    show();
  }

  /** Has a pool that somebody else made, with a machine. */
  synchronized void addForeign(String name) {
    ObjectNode shown = Json.MAPPER.createObjectNode().put("name", name);
    shown.put("status", "RUNNING").put("version", version).putArray("locations").add(ZONES.get(0));
    var pool = new Pool(shown);
    pool.groups.put(ZONES.getFirst(), new Group());
    pools.put(name, pool);
    resize(pool, 1);
    complete();
  }

  /** Edits what there is of a node pool as somebody else would. */
  synchronized void edit(String name, Consumer<ObjectNode> edit) {
    edit.accept(pools.get(name).shown);
    show();
  }

  /** Has GKE's autoscaler size a node pool. */
  synchronized void autoscale(String name, int count) {
    resize(pools.get(name), count);
    show();
  }

  /** Has Compute Engine not show the groups of a node pool. */
  synchronized void hide(String name) {
    pools.get(name).hidden = true;
    show();
  }

  /** A node pool as GKE shows it; a missing node if there is none. */
  synchronized JsonNode pool(String name) {
    Pool pool = pools.get(name);
    return pool == null ? Json.MAPPER.missingNode() : pool.shown.deepCopy();
  }

  synchronized void failReads(Fault fault, IntPredicate which) {
    reads = 0;
    readFault = fault;
    failing = which;
  }

  synchronized void failWrite(Fault fault) {
    writeFault = fault;
  }

  synchronized void lagReads(long seed) {
    lag = new Random(seed);
  }

  synchronized int writeCount() {
    return writes;
  }

  synchronized int callCount() {
    return actions.size();
  }

  private void show() {
    ObjectNode cluster =
        Json.MAPPER
            .createObjectNode()
            .put("name", CLUSTER)
            .put("status", "RUNNING")
            .put("location", REGION)
            .put("currentMasterVersion", version);
    ZONES.forEach(cluster.putArray("locations")::add);
    ArrayNode shownPools = cluster.putArray("nodePools");
    ArrayNode groups = Json.MAPPER.createArrayNode();
    var machines = new TreeMap<String, ArrayNode>();
    for (Pool pool : pools.values()) {
      ObjectNode shown = pool.shown.deepCopy();
      ArrayNode urls = shown.putArray("instanceGroupUrls");
      shownPools.add(shown);
      pool.groups.forEach(
          (zone, group) -> {
            String name = "gke-%s-%s-grp".formatted(CLUSTER, pool.name());
            String path = "/zones/%s/instanceGroupManagers/%s".formatted(zone, name);
            urls.add(LINK + path);
            if (!pool.hidden) {
              groups.add(group(zone, name, LINK + path, group));
              machines.put(COMPUTE_PATH + path, machines(zone, group));
            }
          });
    }
    history.add(new Shown(clock.instant(), cluster, groups, machines));
  }

  private static ObjectNode group(String zone, String name, String link, Group group) {
    ObjectNode shown =
        Json.MAPPER
            .createObjectNode()
            .put("name", name)
            .put("zone", LINK + "/zones/" + zone)
            .put("selfLink", link)
            .put("targetSize", group.target);
    boolean stable = group.machines.stream().allMatch(each -> each.action().equals("NONE"));
    ObjectNode status = shown.putObject("status").put("isStable", stable);
    status.putObject("versionTarget").put("isReached", true);
    return shown;
  }

  private static ArrayNode machines(String zone, Group group) {
    ArrayNode list = Json.MAPPER.createArrayNode();
    for (Machine machine : group.machines) {
      ObjectNode shown =
          list.addObject()
              .put("instance", "%s/zones/%s/instances/%s".formatted(LINK, zone, machine.name()))
              .put("currentAction", machine.action());
      if (!machine.id().isEmpty()) {
        shown.put("id", machine.id()).put("instanceStatus", "RUNNING");
      }
    }
    return list;
  }

  @Override
  public void close() {
    server.stop(0);
    workers.close();
  }
}
