package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.kube.Resource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An API server in memory, with the part of a real one that {@link ApiServerContract} describes and
 * the garbage collector of a controller manager: for controllers whose decisions are tested, and
 * for days of simulated time. The caches it feeds are up to date when a write is answered. Its
 * clock is the test's.
 */
public final class MemoryApiServer implements TestCluster {

  private static final String MASTERS = "system:masters";

  /** In base64. */
  private static final int SHORTEST_KEY = 20;

  static {
    // Else an answer may wait for the acknowledgement of its own beginning.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final MemoryIdentity identity = new MemoryIdentity();
  private final InstantSource clock;
  private final MemoryObjects objects;
  private final List<FakeCache> caches = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();
  private final int port;
  private Optional<MemoryAudit> audit = Optional.empty();
  private Optional<KubeHttp> own = Optional.empty();
  private volatile HttpsServer server;
  private int untilSilence = -1;
  private String forbidden = "";
  private String failing = "";
  private EchoingFailure failure = EchoingFailure.CUT;
  private String dropped = "";
  private Optional<String> disruptionBudget = Optional.empty();
  private volatile CountDownLatch stall = new CountDownLatch(0);
  private final AtomicInteger stalled = new AtomicInteger();

  private record Account(String user, Set<String> groups) {}

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
      return !Set.of("get", "list", "watch").contains(verb);
    }
  }

  /** One without custom kinds, in the time of this machine. */
  public MemoryApiServer() throws IOException {
    this(InstantSource.system());
  }

  /** One without custom kinds. */
  public MemoryApiServer(InstantSource clock) throws IOException {
    this.clock = clock;
    this.objects = new MemoryObjects(clock, this::feed);
    this.server = listen(0);
    this.port = server.getAddress().getPort();
  }

  private HttpsServer listen(int on) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), on);
    HttpsServer listening = HttpsServer.create(address, 0);
    listening.setHttpsConfigurator(new HttpsConfigurator(identity.tls()));
    listening.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    listening.createContext("/", exchange -> answer(exchange, listening));
    listening.start();
    return listening;
  }

  /** Installs custom kinds; each has its status apart. */
  public MemoryApiServer install(List<ApiObject> crds) {
    objects.install(crds);
    return this;
  }

  @Override
  public String kubeconfig(String user, String... groups) {
    String token = "token-" + (accounts.size() + 1) + "-of-" + user;
    accounts.put(token, new Account(user, Set.of(groups)));
    return identity.kubeconfig(server(), user, token);
  }

  @Override
  public URI server() {
    return URI.create("https://127.0.0.1:" + port);
  }

  @Override
  public String caCertificatePem() {
    return identity.authorityPem();
  }

  @Override
  public synchronized AuditLog auditLog() {
    if (audit.isEmpty()) {
      audit = Optional.of(MemoryAudit.begin());
    }
    return audit.get().log();
  }

  @Override
  public synchronized void killApiServer() {
    HttpsServer ending = server;
    ending.stop(0); // before its watches see it, which else might end as those of a live server do
    server = null;
    objects.wake();
  }

  @Override
  public synchronized void startApiServer() throws IOException {
    server = listen(port);
  }

  /** A client of it, in its time. */
  public synchronized KubeClient client() {
    if (own.isEmpty()) {
      own =
          Optional.of(
              KubeHttp.connect(
                  KubeConfigs.fromText(kubeconfig("test", MASTERS), "test"), RequestListener.NONE));
    }
    return new KubeClient(
        own.get(), objects, _ -> {}, () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()));
  }

  /** Keeps this cache up to date from now on. */
  public synchronized FakeCache feed(FakeCache cache) {
    objects.all().forEach(cache::put);
    caches.add(cache);
    return cache;
  }

  private void feed(MemoryObjects.Event event) {
    for (FakeCache cache : caches) {
      event.after().ifPresentOrElse(cache::put, () -> cache.remove(event.before().orElseThrow()));
    }
  }

  /** After so many more writes, the next one takes effect and gets no answer. */
  public synchronized void stopAnsweringAfter(int writes) {
    untilSilence = writes;
  }

  /** From now on, takes writes and neither does nor answers them; all else goes on. */
  public void stallWrites() {
    stall = new CountDownLatch(1);
  }

  /** Answers writes again; those that were stalled stay without an answer. */
  public void resumeWrites() {
    stall.countDown();
  }

  /** How many writes were stalled so far. */
  public int stalledWrites() {
    return stalled.get();
  }

  /**
   * From now on patches are answered with success and this part of them is dropped, as a mutating
   * admission policy can.
   *
   * @param member such as {@code spec/providerIDList}
   */
  public synchronized void drop(String plural, String member) {
    dropped = plural + "/" + member;
  }

  /** From now on this PodDisruptionBudget holds every eviction; without one, none is held. */
  public synchronized void holdEvictions(Optional<String> budget) {
    disruptionBudget = budget;
  }

  /** Takes away one right: to create or to patch objects of a plural. */
  public synchronized void forbid(String verb, String plural) {
    forbidden = verb + " " + plural;
  }

  /** Gives it back. */
  public synchronized void permit() {
    forbidden = "";
  }

  /**
   * From now on does nothing that is asked so, and answers with what it was sent and what it has
   * stored.
   *
   * @param verb as audit logs name it
   */
  public synchronized void fail(String verb, String plural, EchoingFailure how) {
    failing = verb + " " + plural;
    failure = how;
  }

  /** Does again what it is asked. */
  public synchronized void recover() {
    failing = "";
  }

  /** All requests so far. */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** All objects of a plural of the core group, as stored. */
  public List<ApiObject> storedObjects(String plural) {
    return objects.stored(plural);
  }

  /** All objects of all kinds, as stored. */
  public List<ApiObject> storedObjects() {
    return List.copyOf(objects.all());
  }

  private void answer(HttpExchange exchange, HttpsServer by) throws IOException {
    try (exchange) {
      var call = MemoryCall.of(exchange);
      if (call.path().equals("/version")) {
        reply(exchange, 200, Json.MAPPER.createObjectNode().put("gitVersion", "v1.35.4"));
      } else if (call.verb().equals("watch")) {
        watch(exchange, call, by);
      } else if (stall.getCount() > 0 && writes(call)) {
        stalled.incrementAndGet();
        stall.await(); // the connection is closed then
      } else {
        single(exchange, call);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean writes(MemoryCall call) {
    return new Request(call.verb(), "", Instant.EPOCH).writes();
  }

  /** One at a time, so that what is fed and what is logged come in the order of the writes. */
  private synchronized void single(HttpExchange exchange, MemoryCall call) throws IOException {
    Instant received = clock.instant();
    if (failing.equals(call.verb() + " " + call.plural())) {
      logged(exchange, call, failure.code(), received);
      failure.answer(exchange, echo(call));
      return;
    }
    long before = objects.version();
    int code = call.verb().equals("create") ? 201 : 200;
    ObjectNode body;
    try {
      body = perform(call, allowed(exchange, call));
    } catch (MemoryObjects.Refused refused) {
      code = refused.code();
      body = refused.status();
      if (code == 429) {
        body.withObject("/details")
            .putArray("causes")
            .addObject()
            .put("reason", "DisruptionBudget")
            .put("message", refused.getMessage());
      }
    }
    logged(exchange, call, code, received);
    if (objects.version() > before && untilSilence-- == 0) {
      return;
    }
    reply(exchange, code, body);
  }

  /**
   * What was sent, and what there is of it. Data come first, and of these what is as long as keys
   * are, as messages are cut somewhere.
   */
  private String echo(MemoryCall call) {
    ObjectKey key = call.key();
    List<JsonNode> both =
        Stream.concat(
                Stream.of(call.body()),
                objects.all().stream()
                    .filter(object -> object.groupKind().equals(GroupKind.SECRET))
                    .filter(object -> key.name().isEmpty() || object.key().equals(key))
                    .map(ApiObject::copyTree))
            .toList();
    return Stream.concat(
            both.stream()
                .flatMap(object -> object.path("data").valueStream())
                .map(JsonNode::asText)
                .sorted(
                    Comparator.comparingInt((String value) -> value.length() < SHORTEST_KEY ? 1 : 0)
                        .thenComparingInt(String::length)),
            both.stream().map(JsonNode::toString))
        .collect(Collectors.joining(" "));
  }

  private ObjectNode perform(MemoryCall call, Resource resource) throws MemoryObjects.Refused {
    ObjectKey key = call.key();
    return switch (call.verb()) {
      case "get" -> objects.get(resource, key).copyTree();
      case "list" -> objects.list(call.selection(resource));
      case "create" ->
          call.subresource().equals("eviction") ? evicted(call, resource) : created(call, resource);
      case "apply" -> objects.apply(resource, key, call.object()).copyTree();
      case "patch" -> objects.patch(resource, key, call.ofStatus(), kept(call)).copyTree();
      case "delete" -> deleted(objects.delete(resource, key, call.body()));
      default -> throw new MemoryObjects.Refused(405, "MethodNotAllowed", call.verb());
    };
  }

  private ObjectNode created(MemoryCall call, Resource resource) throws MemoryObjects.Refused {
    return objects.create(resource, call.key().namespace(), call.object()).copyTree();
  }

  /** A Pod ends at once, as there is no kubelet. */
  private ObjectNode evicted(MemoryCall call, Resource resource) throws MemoryObjects.Refused {
    if (disruptionBudget.isPresent()) {
      throw new MemoryObjects.Refused(
          429,
          "TooManyRequests",
          "The disruption budget %s needs 1 healthy pods and has 1 currently"
              .formatted(disruptionBudget.get()));
    }
    ObjectNode options = (ObjectNode) call.body().path("deleteOptions");
    return deleted(objects.delete(resource, call.key(), options));
  }

  private ObjectNode kept(MemoryCall call) {
    ObjectNode patch = call.object();
    String[] path = dropped.split("/", -1);
    if (path[0].equals(call.plural()) && patch.get(path[1]) instanceof ObjectNode part) {
      part.remove(path[2]);
    }
    return patch;
  }

  private static ObjectNode deleted(ApiObject object) {
    return object.isDeleting()
        ? object.copyTree()
        : Json.MAPPER.createObjectNode().put("kind", "Status").put("status", "Success");
  }

  private Resource allowed(HttpExchange exchange, MemoryCall call) throws MemoryObjects.Refused {
    Account account = account(exchange);
    if (account == null) {
      throw new MemoryObjects.Refused(401, "Unauthorized", "Unauthorized");
    }
    if (!account.groups().contains(MASTERS)
        || forbidden.equals(call.verb() + " " + call.plural())) {
      throw new MemoryObjects.Refused(
          403,
          "Forbidden",
          "%s is forbidden: User \"%s\" cannot %s resource \"%1$s\" in API group \"%s\""
              .formatted(call.plural(), account.user(), call.verb(), call.group()));
    }
    return objects
        .find(call.group(), call.plural())
        .filter(resource -> resource.version().equals(call.version()))
        .orElseThrow(
            () ->
                new MemoryObjects.Refused(
                    404, "NotFound", "the server could not find the requested resource"));
  }

  private Account account(HttpExchange exchange) {
    String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    return accounts.get(token.replace("Bearer ", ""));
  }

  private void watch(HttpExchange exchange, MemoryCall call, HttpsServer by)
      throws IOException, InterruptedException {
    Selection selection;
    List<MemoryObjects.Event> activity;
    synchronized (this) {
      Instant received = clock.instant();
      try {
        selection = call.selection(allowed(exchange, call));
        logged(exchange, call, 200, received);
      } catch (MemoryObjects.Refused refused) {
        logged(exchange, call, refused.code(), received);
        reply(exchange, refused.code(), refused.status());
        return;
      }
    }
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    out.flush();
    long seen = call.from();
    while (serves(by)) {
      try {
        activity = objects.after(seen, () -> !serves(by));
      } catch (MemoryObjects.Refused gone) {
        write(out, "{\"type\":\"ERROR\",\"object\":" + gone.status() + "}\n");
        return;
      }
      for (MemoryObjects.Event event : activity) {
        seen = event.version();
        Optional<String> line = selection.told(event);
        if (line.isPresent()) {
          write(out, line.get());
        }
      }
    }
  }

  private static void write(OutputStream out, String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private boolean serves(HttpsServer one) {
    return one.equals(server);
  }

  private void logged(HttpExchange exchange, MemoryCall call, int code, Instant received) {
    requests.add(new Request(call.verb(), call.key().name(), received));
    Account account = account(exchange);
    String user = account == null ? "system:anonymous" : account.user();
    audit.ifPresent(log -> log.add(call, user, code, received, clock.instant()));
  }

  private static void reply(HttpExchange exchange, int code, JsonNode tree) throws IOException {
    byte[] body = tree.toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public synchronized void close() {
    stall.countDown();
    own.ifPresent(KubeHttp::close);
    if (server != null) {
      killApiServer();
    }
    audit.ifPresent(MemoryAudit::close);
  }
}
