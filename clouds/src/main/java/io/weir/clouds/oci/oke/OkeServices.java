package io.weir.clouds.oci.oke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.wire.OciCall;
import io.weir.clouds.oci.wire.OciErrorException;
import io.weir.clouds.oci.wire.OciModels;
import io.weir.clouds.site.CompletedRequests;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Container Engine offers, and what of Identity and Network its users ask. */
public final class OkeServices implements SiteServices {
  /** The name under which faults find the launch of a node, with the pool's name as resource. */
  public static final String LAUNCH_ACTION = NodePoolReconciler.LAUNCH;

  private static final String OKE = "/20180222";
  private static final String CORE = "/20160918";
  private static final int PAGE = 10;
  private static final Set<String> CHANGEABLE = Set.of("ACTIVE", "NEEDS_ATTENTION", "INACTIVE");
  private static final List<String> REQUIRED =
      List.of("compartmentId", "clusterId", "name", "kubernetesVersion", "nodeShape");

  /** Where the operations are found. */
  public static final Routes<OkeServices, OciCall> ROUTES =
      Routes.<OkeServices, OciCall>below("")
          .read("GetCluster", OKE + "/clusters/{id}", OkeServices::getCluster)
          .read("ListNodePools", OKE + "/nodePools", OkeServices::listNodePools)
          .read("GetNodePool", OKE + "/nodePools/{id}", OkeServices::getNodePool)
          .write("CreateNodePool", "POST", OKE + "/nodePools", OkeServices::createNodePool)
          .write("UpdateNodePool", "PUT", OKE + "/nodePools/{id}", OkeServices::updateNodePool)
          .write("DeleteNodePool", "DELETE", OKE + "/nodePools/{id}", OkeServices::deleteNodePool)
          .write(
              "DeleteNode", "DELETE", OKE + "/nodePools/{id}/node/{node}", OkeServices::deleteNode)
          .read("GetNodePoolOptions", OKE + "/nodePoolOptions/{id}", OkeServices::nodePoolOptions)
          .read("GetWorkRequest", OKE + "/workRequests/{id}", OkeServices::getWorkRequest)
          .read(
              "ListAvailabilityDomains",
              CORE + "/availabilityDomains",
              OkeServices::availabilityDomains)
          .read("ListFaultDomains", CORE + "/faultDomains", OkeServices::faultDomains)
          .read("ListSubnets", CORE + "/subnets", (oke, call) -> oke.networkParts("subnet", call))
          .read(
              "ListNetworkSecurityGroups",
              CORE + "/networkSecurityGroups",
              (oke, call) -> oke.networkParts("networksecuritygroup", call));

  private final OkeSite site;
  private final OciModels models = OciModels.containerEngine();
  private final Map<String, ObjectNode> clusters = new LinkedHashMap<>();
  private final List<SimulatedNodePool> pools = new ArrayList<>();
  private final Map<String, ObjectNode> workRequests = new LinkedHashMap<>();
  private final Map<String, String> networkParts = new LinkedHashMap<>();
  private final CompletedRequests completed = new CompletedRequests();
  private final NodePoolReconciler reconciler;

  /** An empty Container Engine. */
  public OkeServices(OkeSite site) {
    this.site = site;
    this.reconciler = new NodePoolReconciler(site, pools);
  }

  private RestResponse getCluster(OciCall call) {
    ObjectNode cluster = clusters.get(call.id());
    if (cluster == null) {
      throw OciErrorException.notFound();
    }
    return RestResponse.ok(cluster);
  }

  private RestResponse listNodePools(OciCall call) {
    compartment(call.required("compartmentId"));
    Stream<JsonNode> found =
        pools.stream()
            .filter(pool -> fits(call, "clusterId", pool.text("clusterId")))
            .filter(pool -> fits(call, "name", pool.name()))
            .map(SimulatedNodePool::summary);
    return page(found.toList(), call);
  }

  private static boolean fits(OciCall call, String parameter, String value) {
    String asked = call.parameter(parameter);
    return asked.isEmpty() || asked.equals(value);
  }

  private static RestResponse page(List<JsonNode> all, OciCall call) {
    String page = call.parameter("page");
    int from = page.isEmpty() ? 0 : Integer.parseInt(page);
    int to = Math.min(all.size(), from + PAGE);
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    all.subList(Math.min(from, to), to).forEach(items::add);
    RestResponse answer = RestResponse.ok(items);
    return to < all.size() ? answer.withHeader("opc-next-page", Integer.toString(to)) : answer;
  }

  private RestResponse getNodePool(OciCall call) {
    SimulatedNodePool pool = pool(call.id());
    return RestResponse.ok(pool.withNodes()).withHeader("etag", pool.etag());
  }

  private SimulatedNodePool pool(String id) {
    return find(id).orElseThrow(OciErrorException::notFound);
  }

  Optional<SimulatedNodePool> find(String id) {
    return pools.stream().filter(pool -> pool.id().equals(id)).findFirst();
  }

  private RestResponse createNodePool(OciCall call) {
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
    compartment(call.body().path("compartmentId").asText());
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

  private RestResponse updateNodePool(OciCall call) {
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

  private RestResponse deleteNodePool(OciCall call) {
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

  private RestResponse deleteNode(OciCall call) {
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

  private RestResponse nodePoolOptions(OciCall call) {
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

  private RestResponse getWorkRequest(OciCall call) {
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

  private RestResponse availabilityDomains(OciCall call) {
    compartment(call.required("compartmentId"));
    ArrayNode domains = JsonNodeFactory.instance.arrayNode();
    for (String name : site.seedData().availabilityDomains()) {
      domains.addObject().put("name", name);
    }
    return RestResponse.ok(domains);
  }

  private RestResponse faultDomains(OciCall call) {
    String domain = call.required("availabilityDomain");
    ArrayNode domains = JsonNodeFactory.instance.arrayNode();
    for (String name : OciSeedData.FAULT_DOMAINS) {
      domains.addObject().put("name", name).put("availabilityDomain", domain);
    }
    return RestResponse.ok(domains);
  }

  private RestResponse networkParts(String kind, OciCall call) {
    compartment(call.required("compartmentId"));
    List<JsonNode> found =
        networkParts.entrySet().stream()
            .filter(part -> part.getKey().startsWith("ocid1." + kind + "."))
            .<JsonNode>map(
                part ->
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("id", part.getKey())
                        .put("displayName", part.getValue())
                        .put("lifecycleState", "AVAILABLE"))
            .toList();
    return page(found, call);
  }

  private void compartment(String id) {
    if (!id.equals(site.seedData().compartment())) {
      throw OciErrorException.notFound();
    }
  }

  @Override
  public Site site() {
    return site;
  }

  /** What a path's id stands for, in a word that a person would use; the id if it is unknown. */
  public String nameOf(String id) {
    return site.withLock(() -> find(id).map(SimulatedNodePool::name).orElse(id));
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
          clusters.put(id, cluster);
          return id;
        });
  }

  /** Makes a subnet or a network security group, and returns its OCID. */
  public String addNetworkPart(String kind, String name) {
    return site.withLock(
        () -> {
          String id = site.newOcid(kind);
          networkParts.put(id, name);
          return id;
        });
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
    return site.withLock(() -> clusters.values().stream().map(ObjectNode::deepCopy).toList());
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

  @Override
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("ids", site.ids().count()).put("addresses", reconciler.lastAddress());
    ObjectNode parts = saved.putObject("networkParts");
    networkParts.forEach(parts::put);
    clusters.values().forEach(saved.putArray("clusters")::add);
    pools.forEach(pool -> saved.withArray("/pools").add(pool.save()));
    workRequests.values().forEach(saved.putArray("workRequests")::add);
    saved.set("completed", completed.save());
    return saved.deepCopy();
  }

  @Override
  public void load(JsonNode saved) {
    site.ids().continueAfter(saved.path("ids").asLong());
    reconciler.continueAddresses(saved.path("addresses").asInt());
    saved
        .path("networkParts")
        .properties()
        .forEach(part -> networkParts.put(part.getKey(), part.getValue().asText()));
    saved.path("clusters").forEach(each -> clusters.put(each.path("id").asText(), each.deepCopy()));
    saved.path("pools").forEach(each -> pools.add(SimulatedNodePool.load(each)));
    saved
        .path("workRequests")
        .forEach(each -> workRequests.put(each.path("id").asText(), each.deepCopy()));
    completed.load(saved.path("completed"));
  }

  @Override
  public void resume() {
    List.copyOf(pools).forEach(reconciler::resume);
  }

  @Override
  public List<InstanceState> instances() {
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
                                node.phase())))
        .toList();
  }

  @Override
  public boolean killInstance(String instanceId) {
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

  /** By name. */
  @Override
  public Object comparableState() {
    Map<String, Object> picture = new TreeMap<>();
    for (SimulatedNodePool pool : pools) {
      ObjectNode settings = pool.shown.deepCopy();
      settings.remove("id");
      picture.put(pool.name(), settings.put("nodes", pool.nodes.size()));
    }
    return picture;
  }
}
