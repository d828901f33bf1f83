package io.weir.clouds.oci.oke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.oci.region.OciSite;
import io.weir.clouds.oci.wire.OciCall;
import io.weir.clouds.oci.wire.OciErrorException;
import io.weir.clouds.oci.wire.OciModels;
import io.weir.clouds.oci.wire.OciPage;
import io.weir.clouds.site.CompletedRequests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Container Engine offers. */
public final class OkeOperations {
  private static final Set<String> CHANGEABLE = Set.of("ACTIVE", "NEEDS_ATTENTION", "INACTIVE");
  private static final List<String> REQUIRED =
      List.of("compartmentId", "clusterId", "name", "kubernetesVersion", "nodeShape");

  /** The network of all clusters. */
  private static final String NETWORK = "ocid1.vcn.oc1.iad.sandbox";

  private final OciSite site;
  private final OciModels models = OciModels.containerEngine();
  private final Map<String, ObjectNode> clusters = new LinkedHashMap<>();
  private final List<SimulatedNodePool> pools = new ArrayList<>();
  private final Map<String, ObjectNode> workRequests = new LinkedHashMap<>();
  private final CompletedRequests completed = new CompletedRequests();
  private final NodePoolReconciler reconciler;
  private OkeApiServer apiServer = OkeApiServer.UNREACHABLE;

  /** An empty Container Engine. */
  public OkeOperations(OciSite site) {
    this.site = site;
    this.reconciler = new NodePoolReconciler(site, pools);
  }

  /** Reads a cluster. */
  public RestResponse getCluster(OciCall call) {
    return RestResponse.ok(shown(cluster(call)));
  }

  private ObjectNode cluster(OciCall call) {
    ObjectNode cluster = clusters.get(call.id());
    if (cluster == null) {
      throw OciErrorException.notFound();
    }
    return cluster;
  }

  private ObjectNode shown(ObjectNode cluster) {
    ObjectNode shown = cluster.deepCopy();
    ObjectNode endpoints = shown.putObject("endpoints");
    endpoints.put("privateEndpoint", apiServer.privateEndpoint());
    if (!apiServer.publicEndpoint().isEmpty()) {
      endpoints.put("publicEndpoint", apiServer.publicEndpoint());
    }
    return shown;
  }

  /** Writes a kubeconfig whose user is a program of Oracle's. */
  public RestResponse createKubeconfig(OciCall call) {
    models.check("CreateClusterKubeconfigContentDetails", call.body());
    ObjectNode cluster = cluster(call);
    String kind = call.body().path("endpoint").asText("PUBLIC_ENDPOINT");
    String address = apiServer.address(kind);
    if (address.isEmpty()) {
      throw OciErrorException.invalid("the cluster has no %s".formatted(kind));
    }
    return RestResponse.yaml(apiServer.kubeconfig(address, cluster.path("id").asText()));
  }

  /** Lists node pools, without their nodes. */
  public RestResponse listNodePools(OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    Stream<JsonNode> found =
        pools.stream()
            .filter(pool -> fits(call, "clusterId", pool.text("clusterId")))
            .filter(pool -> fits(call, "name", pool.name()))
            .map(SimulatedNodePool::summary);
    return OciPage.of(found.toList(), call);
  }

  private static boolean fits(OciCall call, String parameter, String value) {
    String asked = call.parameter(parameter);
    return asked.isEmpty() || asked.equals(value);
  }

  /** Reads a node pool with its nodes. */
  public RestResponse getNodePool(OciCall call) {
    SimulatedNodePool pool = pool(call.id());
    return RestResponse.ok(pool.withNodes()).withHeader("etag", pool.etag());
  }

  private SimulatedNodePool pool(String id) {
    return find(id).orElseThrow(OciErrorException::notFound);
  }

  Optional<SimulatedNodePool> find(String id) {
    return pools.stream().filter(pool -> pool.id().equals(id)).findFirst();
  }

  /** Creates a node pool. */
  public RestResponse createNodePool(OciCall call) {
    models.check("CreateNodePoolDetails", call.body());
    var before = completed.find(call.retryToken());
    if (before.isPresent()) {
      if (!before.get().request().equals(call.body())) {
        throw OciErrorException.invalidatedRetryToken();
      }
      return accepted(before.get().answer().asText());
    }
    for (String field : REQUIRED) {
      if (call.body().path(field).asText("").isEmpty()) {
        throw OciErrorException.invalid(field + " is missing");
      }
    }
    site.requireCompartment(call.body().path("compartmentId").asText());
    ObjectNode cluster = clusters.get(call.body().path("clusterId").asText());
    if (cluster == null) {
      throw OciErrorException.notFound();
    }
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("id", site.newOcid("nodepool")).put("lifecycleState", "CREATING");
    var pool = new SimulatedNodePool(shown);
    set(pool, call.body(), cluster);
    // OKE fills in what was left out.
    ObjectNode eviction = shown.withObject("/nodeEvictionNodePoolSettings");
    if (!eviction.has("evictionGraceDuration")) {
      eviction.put("evictionGraceDuration", "PT1H");
    }
    pools.add(pool);
    site.journal().recordCreation("node pool", pool.name());
    reconciler.reconcile(pool);
    String workRequest = workRequest("NODEPOOL_CREATE", "CREATED", pool);
    if (!call.retryToken().isEmpty()) {
      completed.add(call.retryToken(), call.body(), JsonNodeFactory.instance.textNode(workRequest));
    }
    return accepted(workRequest);
  }

  private void set(SimulatedNodePool pool, JsonNode body, ObjectNode cluster) {
    String version = body.path("kubernetesVersion").asText("");
    if (!version.isEmpty()) {
      List<String> offered = site.seedData().versions();
      String most = cluster.path("kubernetesVersion").asText();
      if (!offered.contains(version) || offered.indexOf(version) > offered.indexOf(most)) {
        throw OciErrorException.invalid(
            "kubernetesVersion %s is not offered for a cluster of %s".formatted(version, most));
      }
    }
    body.path("nodeConfigDetails")
        .path("placementConfigs")
        .forEach(
            place -> {
              String domain = place.path("availabilityDomain").asText();
              if (!site.seedData().availabilityDomains().contains(domain)) {
                throw OciErrorException.invalid(
                    "availabilityDomain %s is unknown".formatted(domain));
              }
            });
    int size = body.path("nodeConfigDetails").path("size").asInt();
    if (size > site.seedData().nodeLimit()) {
      throw OciErrorException.limitExceeded(
          "%d nodes are more than the limit of %d".formatted(size, site.seedData().nodeLimit()));
    }
    body.properties()
        .forEach(
            field -> {
              if (field.getKey().equals("nodeConfigDetails")) {
                pool.config().setAll((ObjectNode) field.getValue().deepCopy());
              } else {
                pool.shown.set(field.getKey(), field.getValue().deepCopy());
              }
            });
    pool.changed();
  }

  /** Sets fields of a node pool. */
  public RestResponse updateNodePool(OciCall call) {
    models.check("UpdateNodePoolDetails", call.body());
    SimulatedNodePool pool = pool(call.id());
    ObjectNode cluster = clusters.get(pool.text("clusterId"));
    requireEtag(call, pool);
    boolean lacksNodes = pool.nodes.stream().anyMatch(node -> node.is("FAILING"));
    boolean changeable = CHANGEABLE.contains(pool.state()) || (pool.is("UPDATING") && lacksNodes);
    if (!changeable || cluster == null) {
      throw OciErrorException.incorrectState("node pool", pool.state());
    }
    JsonNode places = call.body().path("nodeConfigDetails").path("placementConfigs");
    boolean cycles =
        call.body().path("nodePoolCyclingDetails").path("isNodeCyclingEnabled").asBoolean();
    if (cycles && !places.isMissingNode()) {
      throw OciErrorException.conflict("nodes cannot be cycled while placement changes");
    }
    boolean moves =
        !places.isMissingNode() && !places.equals(pool.config().path("placementConfigs"));
    set(pool, call.body(), cluster);
    pool.cycling = cycles;
    if (moves) {
      pool.staying().forEach(node -> reconciler.remove(pool, node));
    }
    reconciler.reconcile(pool);
    return accepted(workRequest("NODEPOOL_UPDATE", "UPDATED", pool));
  }

  private static void requireEtag(OciCall call, SimulatedNodePool pool) {
    if (!call.etag().isEmpty() && !call.etag().equals(pool.etag())) {
      throw OciErrorException.noEtagMatch();
    }
  }

  /** Removes a node pool. */
  public RestResponse deleteNodePool(OciCall call) {
    SimulatedNodePool pool = pool(call.id());
    requireEtag(call, pool);
    if (pool.is("DELETED")) {
      throw OciErrorException.notFound();
    }
    if (pool.is("DELETING")) {
      throw OciErrorException.incorrectState("node pool", pool.state());
    }
    pool.setState("DELETING");
    String workRequest = workRequest("NODEPOOL_DELETE", "DELETED", pool);
    reconciler.reconcile(pool);
    return accepted(workRequest);
  }

  /** Removes a node. */
  public RestResponse deleteNode(OciCall call) {
    SimulatedNodePool pool = pool(call.id());
    String id = call.variables().getOrDefault("node", "");
    SimulatedNode node =
        pool.nodes.stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(OciErrorException::notFound);
    if (node.is("DELETING") || (!CHANGEABLE.contains(pool.state()) && !pool.is("UPDATING"))) {
      throw OciErrorException.incorrectState("node pool", pool.state());
    }
    if (!call.required("isDecrementSize").equals("false")) {
      pool.config().put("size", Math.max(0, pool.size() - 1));
    }
    reconciler.remove(pool, node);
    reconciler.reconcile(pool);
    return accepted(workRequest("NODEPOOL_UPDATE", "UPDATED", pool));
  }

  /** Lists versions and images. */
  public RestResponse nodePoolOptions(OciCall call) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    ArrayNode versions = options.putArray("kubernetesVersions");
    ArrayNode sources = options.putArray("sources");
    for (String version : site.seedData().versions().reversed()) {
      versions.add(version);
      for (String variant : List.of("8.10", "8.10-aarch64", "8.10-Gen2-GPU")) {
        String name =
            "Oracle-Linux-%s-2026.02.28-0-OKE-%s-1".formatted(variant, version.substring(1));
        sources
            .addObject()
            .put("sourceType", "IMAGE")
            .put("sourceName", name)
            .put("imageId", "ocid1.image.oc1.iad." + name.toLowerCase(Locale.ROOT));
      }
    }
    return RestResponse.ok(options);
  }

  private String workRequest(String type, String action, SimulatedNodePool pool) {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    String id = site.newOcid("clustersworkrequest");
    request.put("id", id).put("operationType", type).put("status", "ACCEPTED");
    request.put("compartmentId", pool.text("compartmentId"));
    request.put("timeAccepted", site.now().toString());
    request
        .putArray("resources")
        .addObject()
        .put("actionType", action)
        .put("entityType", "nodepool")
        .put("identifier", pool.id());
    workRequests.put(id, request);
    return id;
  }

  /** Reads a work request. */
  public RestResponse getWorkRequest(OciCall call) {
    ObjectNode request = workRequests.get(call.id());
    if (request == null) {
      throw OciErrorException.notFound();
    }
    return RestResponse.ok(request);
  }

  private static RestResponse accepted(String workRequest) {
    return new RestResponse(
        202, Map.of("opc-work-request-id", workRequest), MissingNode.getInstance());
  }

  /** What a path's id stands for. */
  public Optional<String> nameOf(String id) {
    return find(id).map(SimulatedNodePool::name);
  }

  /**
   * Makes a cluster that is there at once.
   *
   * @return its OCID
   */
  public String addCluster(String name, String version) {
    return site.withLock(() -> addCluster(site.newOcid("cluster"), name, version));
  }

  /** Makes a cluster with an OCID that somebody chose, unless there is one. */
  public String addCluster(String id, String name, String version) {
    return site.withLock(
        () -> {
          if (clusters.containsKey(id)) {
            return id;
          }
          ObjectNode cluster = JsonNodeFactory.instance.objectNode();
          cluster.put("id", id).put("name", name).put("lifecycleState", "ACTIVE");
          cluster.put("compartmentId", site.seedData().compartment());
          cluster.put("kubernetesVersion", version).put("type", "ENHANCED_CLUSTER");
          cluster.put("vcnId", NETWORK);
          clusters.put(id, cluster);
          return id;
        });
  }

  /** Says where the API servers of all clusters are, from now on. */
  public void setApiServer(OkeApiServer newApiServer) {
    OkeApiServer _ = site.withLock(() -> apiServer = newApiServer);
  }

  /** Sets a field of a cluster, such as {@code kubernetesVersion} or {@code lifecycleState}. */
  public void setCluster(String id, String field, String value) {
    ObjectNode _ =
        site.withLock(
            () ->
                Optional.ofNullable(clusters.get(id))
                    .orElseThrow(() -> new IllegalArgumentException("no cluster " + id))
                    .put(field, value));
  }

  /** The clusters, as the API shows them. */
  public List<ObjectNode> clusters() {
    return site.withLock(() -> clusters.values().stream().map(this::shown).toList());
  }

  /** The node pools with their nodes, as the API shows them. */
  public List<ObjectNode> nodePools() {
    return site.withLock(() -> pools.stream().map(SimulatedNodePool::withNodes).toList());
  }

  /** Sizes a node pool as an autoscaler would. */
  public void resize(String poolId, int size) {
    SimulatedNodePool _ =
        site.withLock(
            () -> {
              SimulatedNodePool pool = find(poolId).orElseThrow();
              pool.config().put("size", size);
              reconciler.reconcile(pool);
              return pool;
            });
  }

  /** For {@link io.weir.clouds.site.SiteServices#save}. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    clusters.values().forEach(saved.putArray("clusters")::add);
    pools.forEach(pool -> saved.withArray("/pools").add(pool.save()));
    workRequests.values().forEach(saved.putArray("workRequests")::add);
    saved.set("completed", completed.save());
    return saved.deepCopy();
  }

  /** For {@link io.weir.clouds.site.SiteServices#load}. */
  public void load(JsonNode saved) {
    saved.path("clusters").forEach(each -> clusters.put(each.path("id").asText(), each.deepCopy()));
    saved.path("pools").forEach(each -> pools.add(SimulatedNodePool.load(each)));
    saved
        .path("workRequests")
        .forEach(each -> workRequests.put(each.path("id").asText(), each.deepCopy()));
    completed.load(saved.path("completed"));
  }

  /** For {@link io.weir.clouds.site.SiteServices#resume}. */
  public void resume() {
    List.copyOf(pools).forEach(reconciler::resume);
  }

  /** For {@link io.weir.clouds.site.SiteServices#instances}. */
  public Stream<InstanceState> instances() {
    return pools.stream()
        .flatMap(
            pool ->
                pool.nodes.stream()
                    .filter(node -> !node.id().isEmpty())
                    .map(
                        node ->
                            new InstanceState(
                                node.id(),
                                pool.name(),
                                node.text("availabilityDomain"),
                                node.state(),
                                node.phase())));
  }

  /** For {@link io.weir.clouds.site.SiteServices#killInstance}. */
  public boolean kill(String instanceId) {
    for (SimulatedNodePool pool : pools) {
      for (SimulatedNode node : pool.nodes) {
        if (node.id().equals(instanceId) && node.running) {
          reconciler.kill(pool, node);
          return true;
        }
      }
    }
    return false;
  }

  /** For {@link io.weir.clouds.site.SiteServices#comparableState}, by name. */
  public Map<String, Object> comparableState() {
    Map<String, Object> picture = new TreeMap<>();
    for (SimulatedNodePool pool : pools) {
      if (pool.is("DELETED")) {
        continue;
      }
      ObjectNode settings = pool.shown.deepCopy();
      settings.remove("id");
      picture.put(pool.name(), settings.put("nodes", pool.nodes.size()));
    }
    return picture;
  }
}
