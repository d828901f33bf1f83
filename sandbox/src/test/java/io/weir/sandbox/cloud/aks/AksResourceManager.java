package io.weir.sandbox.cloud.aks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.TlsContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Azure's Resource Manager in front of a simulated AKS, over https: agent pools of one cluster, the
 * long operations that change them, and the tokens that callers show. Answers have the form of
 * those that Azure Service Operator's own tests have recorded of Azure. An operation ends once it
 * or its pool has been looked at {@value #LOOKS} times.
 */
final class AksResourceManager implements AutoCloseable {
  /** The subscription of all. */
  static final String SUBSCRIPTION = "0b1f6471-1bf0-4dda-aec3-cb9272f09590";

  /** The secret by which callers get a token. */
  static final String SECRET = "secret-of-aso";

  /** A size of machines that there is not. */
  static final String REFUSED_SIZE = "Standard_D2s_v0";

  /** What is said about it. */
  static final String REFUSAL = "The VM size of Standard_D2s_v0 is not allowed";

  /** The resource ID of the only resource group. */
  static final String GROUP = "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/demo";

  private static final String PROVIDER = "/providers/Microsoft.ContainerService/";
  private static final String CLUSTER = GROUP + PROVIDER + "managedClusters/demo";
  private static final String LOCATION =
      "/subscriptions/%s%slocations/%s/".formatted(SUBSCRIPTION, PROVIDER, AksCloud.REGION);
  private static final String POOLS = CLUSTER + "/agentPools/";
  private static final String OPERATIONS = LOCATION + "operations/";
  private static final String TOKEN = "token-of-aso";
  private static final Pattern SECRET_FIELD = Pattern.compile("(?:^|&)client_secret=([^&]*)");
  private static final int LOOKS = 3;

  private final AksCloud aks;
  private final String kubernetes;
  private final CertificateAuthority authority = CertificateAuthority.create("azure");
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, ObjectNode> pools = new TreeMap<>();
  private final Map<String, Operation> operations = new HashMap<>();
  private final Map<String, List<String>> writes = new HashMap<>();

  /** A change of a pool. */
  private static final class Operation {
    private final String pool;
    private final Runnable end;
    private int looks;

    /**
     * Begins.
     *
     * @param end what happens last
     */
    Operation(String pool, Runnable end) {
      this.pool = pool;
      this.end = end;
    }

    void look() {
      if (++looks == LOOKS) {
        end.run();
      }
    }

    boolean isOver() {
      return looks >= LOOKS;
    }
  }

  /** An answer without headers but the content's; {@code body} may be missing. */
  private record Answer(int status, Optional<JsonNode> body, Map<String, String> headers) {
    static Answer of(int status, JsonNode body) {
      return new Answer(status, Optional.of(body), Map.of());
    }

    static Answer error(int status, String code, String message) {
      return of(status, Json.MAPPER.createObjectNode().put("code", code).put("message", message));
    }
  }

  /**
   * Starts.
   *
   * @param kubernetes version of pools that name none, such as {@code 1.35.4}
   */
  AksResourceManager(AksCloud aks, String kubernetes) throws IOException {
    this.aks = aks;
    this.kubernetes = kubernetes;
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(
            TlsContexts.of(
                authority.ownCredential().certificate(), authority.issueServer("azure"))));
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  /** Where it is, without a path. */
  URI address() {
    return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What callers must trust. */
  String authorityPem() {
    return authority.ownCredential().certificatePem();
  }

  /** How a pool has been written so far, such as {@code PUT}, in order. */
  synchronized List<String> writes(String pool) {
    return List.copyOf(writes.getOrDefault(pool, List.of()));
  }

  /** The properties of a pool; empty if there is none of this name. */
  synchronized Optional<JsonNode> pool(String name) {
    return Optional.ofNullable(pools.get(name)).map(pool -> pool.path("properties").deepCopy());
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      Answer answer = answer(exchange, body);
      byte[] bytes = answer.body().map(JsonNode::toString).orElse("").getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private synchronized Answer answer(HttpExchange exchange, String body) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.startsWith("/adfs/")) {
      return login(path, body);
    }
    String bearer =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
    if (!bearer.equals("Bearer " + TOKEN)) {
      return Answer.error(401, "AuthenticationFailed", "Authentication failed.");
    }
    String method = exchange.getRequestMethod();
    if (isBelow(path, POOLS)) {
      String name = path.substring(POOLS.length());
      if (!method.equals("GET")) {
        writes.computeIfAbsent(name, _ -> new ArrayList<>()).add(method);
      }
      return switch (method) {
        case "GET" -> get(name);
        case "PUT" -> put(name, Json.MAPPER.readTree(body));
        case "DELETE" -> delete(name);
        default -> notFound(path);
      };
    }
    if (isBelow(path, OPERATIONS) && method.equals("GET")) {
      return operation(path.substring(OPERATIONS.length()));
    }
    return path.equalsIgnoreCase(CLUSTER) && method.equals("GET")
        ? Answer.of(200, cluster())
        : notFound(path);
  }

  /** Resource IDs may be written in any case. */
  private static boolean isBelow(String path, String parent) {
    return path.toLowerCase(Locale.ROOT).startsWith(parent.toLowerCase(Locale.ROOT));
  }

  private static Answer notFound(String path) {
    return Answer.error(404, "NotFound", "There is no " + path);
  }

  /** Tenant {@code adfs} asks where to log in, and then logs in. */
  private Answer login(String path, String body) {
    ObjectNode answer = Json.MAPPER.createObjectNode();
    String tenant = address() + "/adfs";
    if (path.endsWith("/openid-configuration")) {
      answer.put("issuer", tenant).put("authorization_endpoint", tenant + "/oauth2/authorize");
      return Answer.of(200, answer.put("token_endpoint", tenant + "/oauth2/token"));
    }
    Matcher secret = SECRET_FIELD.matcher(body);
    return secret.find() && secret.group(1).equals(SECRET)
        ? Answer.of(
            200,
            answer.put("token_type", "Bearer").put("expires_in", 3600).put("access_token", TOKEN))
        : Answer.of(
            401, answer.put("error", "invalid_client").put("error_description", "wrong secret"));
  }

  private static ObjectNode cluster() {
    ObjectNode cluster = Json.MAPPER.createObjectNode();
    cluster.put("id", CLUSTER).put("name", "demo").put("location", AksCloud.REGION);
    cluster.put("type", "Microsoft.ContainerService/ManagedClusters");
    cluster
        .putObject("properties")
        .put("provisioningState", "Succeeded")
        .put("nodeResourceGroup", "mc_demo");
    return cluster;
  }

  private Answer get(String name) {
    operations.values().stream()
        .filter(operation -> operation.pool.equals(name))
        .forEach(Operation::look);
    return pools.containsKey(name)
        ? Answer.of(200, pools.get(name))
        : Answer.error(404, "NotFound", "Could not find the agentpool: " + name);
  }

  private Answer put(String name, JsonNode asked) {
    ObjectNode before = pools.get(name);
    if (before != null
        && !before.at("/properties/provisioningState").asText().equals("Succeeded")) {
      return busy(before);
    }
    if (asked.at("/properties/vmSize").asText().equals(REFUSED_SIZE)) {
      return Answer.error(400, "VMSizeNotSupported", REFUSAL);
    }
    ObjectNode pool = Json.MAPPER.createObjectNode();
    pool.put("id", POOLS + name).put("name", name);
    pool.put("type", "Microsoft.ContainerService/managedClusters/agentPools");
    ObjectNode properties = defaults();
    if (before != null) {
      properties.setAll((ObjectNode) before.path("properties"));
    }
    asked.path("properties").properties().stream()
        .filter(field -> !field.getValue().isNull())
        .forEach(field -> properties.set(field.getKey(), field.getValue()));
    String version = properties.path("orchestratorVersion").asText();
    properties.put("provisioningState", before == null ? "Creating" : "Updating");
    pool.set("properties", properties);
    pools.put(name, pool);
    aks.resize(objectOf(name), properties.path("count").asInt(), version);
    Map<String, String> followed =
        begin(
            name,
            () ->
                properties
                    .put("currentOrchestratorVersion", version)
                    .put("provisioningState", "Succeeded"));
    return new Answer(before == null ? 201 : 200, Optional.of(pool.deepCopy()), followed);
  }

  private ObjectNode defaults() {
    ObjectNode properties = Json.MAPPER.createObjectNode();
    properties.put("count", 1).put("osDiskSizeGB", 128).put("osDiskType", "Managed");
    properties
        .put("maxPods", 250)
        .put("type", "VirtualMachineScaleSets")
        .put("enableAutoScaling", false);
    properties.put("scaleDownMode", "Delete").put("osType", "Linux").put("osSKU", "Ubuntu");
    properties.put("orchestratorVersion", kubernetes).put("currentOrchestratorVersion", kubernetes);
    properties.putObject("powerState").put("code", "Running");
    return properties.put("nodeImageVersion", "AKSUbuntu-2204gen2containerd-202601.07.0");
  }

  private Answer delete(String name) {
    ObjectNode pool = pools.get(name);
    if (pool == null) {
      return new Answer(204, Optional.empty(), Map.of());
    }
    ObjectNode properties = (ObjectNode) pool.path("properties");
    if (!properties.path("provisioningState").asText().equals("Succeeded")) {
      return busy(pool);
    }
    properties.put("provisioningState", "Deleting");
    aks.remove(objectOf(name));
    return new Answer(202, Optional.empty(), begin(name, () -> pools.remove(name)));
  }

  private static Answer busy(JsonNode pool) {
    return Answer.error(
        409,
        "OperationNotAllowed",
        "Operation is not allowed: agent pool %s is in state %s"
            .formatted(
                pool.path("name").asText(), pool.at("/properties/provisioningState").asText()));
  }

  /** What a pool is known by to the simulation of AKS. */
  private ApiObject objectOf(String name) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object
        .put("apiVersion", "containerservice.azure.com/v1")
        .put("kind", "ManagedClustersAgentPool");
    object.putObject("metadata").put("name", name).put("uid", POOLS + name);
    object.set("spec", pools.get(name).path("properties"));
    return new ApiObject(object);
  }

  /** The headers by which it is followed. */
  private Map<String, String> begin(String pool, Runnable end) {
    String id = UUID.randomUUID().toString();
    operations.put(id, new Operation(pool, end));
    return Map.of("Azure-AsyncOperation", address() + OPERATIONS + id + "?api-version=2025-03-01");
  }

  private Answer operation(String id) {
    Operation operation = operations.get(id);
    if (operation == null) {
      return Answer.error(404, "NotFound", "There is no operation " + id);
    }
    operation.look();
    ObjectNode body = Json.MAPPER.createObjectNode().put("name", id);
    body.put("status", operation.isOver() ? "Succeeded" : "InProgress");
    // AKS names no time, and so is asked again after up to a minute.
    return new Answer(200, Optional.of(body), Map.of("Retry-After", "1"));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
