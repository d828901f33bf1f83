package io.weir.clouds.oci.compute;

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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Compute Management offers: instance configurations, instance pools, work requests. */
public final class ComputeOperations {
  private static final Set<String> CHANGEABLE = Set.of("RUNNING", "SCALING", "STOPPED");

  private final OciSite site;
  private final OciModels models = OciModels.core();
  private final Map<String, ObjectNode> configurations = new LinkedHashMap<>();
  private final List<SimulatedInstancePool> pools = new ArrayList<>();
  private final CompletedRequests completed = new CompletedRequests();
  private final InstancePoolReconciler reconciler;

  /** An empty one. */
  public ComputeOperations(OciSite site) {
    this.site = site;
    this.reconciler = new InstancePoolReconciler(site, pools, configurations);
  }

  /** Lists configurations, without what they make instances from. */
  public RestResponse listConfigurations(OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    List<JsonNode> all =
        configurations.values().stream()
            .<JsonNode>map(
                each -> {
                  ObjectNode summary = each.deepCopy();
                  summary.remove("instanceDetails");
                  return summary;
                })
            .toList();
    return OciPage.of(all, call);
  }

  /** Reads a configuration. */
  public RestResponse getConfiguration(OciCall call) {
    return RestResponse.ok(configuration(call.id()).deepCopy());
  }

  private ObjectNode configuration(String id) {
    return Optional.ofNullable(configurations.get(id)).orElseThrow(OciErrorException::notFound);
  }

  /** Makes a configuration. */
  public RestResponse createConfiguration(OciCall call) {
    models.check("CreateInstanceConfigurationDetails", call.body());
    return once(
        call,
        () -> {
          site.requireCompartment(call.body().path("compartmentId").asText());
          ObjectNode made = call.body().deepCopy();
          made.remove("source");
          made.put("id", site.newOcid("instanceconfiguration"));
          made.put("timeCreated", site.now().toString());
          configurations.put(made.path("id").asText(), made);
          site.journal()
              .recordCreation("instance configuration", made.path("displayName").asText());
          return made.path("id").asText();
        },
        id -> RestResponse.ok(configuration(id).deepCopy()));
  }

  /** Sets name or tags of a configuration. */
  public RestResponse updateConfiguration(OciCall call) {
    models.check("UpdateInstanceConfigurationDetails", call.body());
    ObjectNode configuration = configuration(call.id());
    configuration.setAll((ObjectNode) call.body().deepCopy());
    return RestResponse.ok(configuration.deepCopy());
  }

  /** Removes a configuration that no pool uses. */
  public RestResponse deleteConfiguration(OciCall call) {
    ObjectNode _ = configuration(call.id());
    boolean used =
        pools.stream()
            .filter(pool -> !pool.is("TERMINATED"))
            .anyMatch(pool -> pool.text("instanceConfigurationId").equals(call.id()));
    if (used) {
      throw OciErrorException.conflict(
          "The instance configuration is associated to one or more Instance Pools.");
    }
    configurations.remove(call.id());
    return new RestResponse(204, Map.of(), MissingNode.getInstance());
  }

  /** Lists pools, those among them that are gone. */
  public RestResponse listPools(OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    return OciPage.of(pools.stream().<JsonNode>map(pool -> pool.shown.deepCopy()).toList(), call);
  }

  /** Reads a pool. */
  public RestResponse getPool(OciCall call) {
    SimulatedInstancePool pool = pool(call.id());
    return answer(pool);
  }

  private static RestResponse answer(SimulatedInstancePool pool) {
    return RestResponse.ok(pool.shown.deepCopy()).withHeader("etag", pool.etag());
  }

  private SimulatedInstancePool pool(String id) {
    return pools.stream()
        .filter(pool -> pool.id().equals(id))
        .findFirst()
        .orElseThrow(OciErrorException::notFound);
  }

  /** Lists the instances of a pool, those among them that are gone. */
  public RestResponse listInstances(OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    return OciPage.of(
        pool(call.id()).instances.stream()
            .<JsonNode>map(instance -> instance.shown.deepCopy())
            .toList(),
        call);
  }

  /** Creates a pool. */
  public RestResponse createPool(OciCall call) {
    models.check("CreateInstancePoolDetails", call.body());
    return once(
        call,
        () -> {
          site.requireCompartment(call.body().path("compartmentId").asText());
          ObjectNode shown = call.body().deepCopy();
          ObjectNode _ = configuration(shown.path("instanceConfigurationId").asText());
          shown.put("id", site.newOcid("instancepool")).put("lifecycleState", "PROVISIONING");
          shown.put("timeCreated", site.now().toString());
          var pool = new SimulatedInstancePool(shown);
          pools.add(pool);
          site.journal().recordCreation("instance pool", pool.name());
          reconciler.begin(pool);
          return pool.id();
        },
        id -> answer(pool(id)));
  }

  /** Sets fields of a pool. */
  public RestResponse updatePool(OciCall call) {
    models.check("UpdateInstancePoolDetails", call.body());
    SimulatedInstancePool pool = pool(call.id());
    requireChangeable(call, pool);
    if (call.body().has("instanceConfigurationId")) {
      ObjectNode _ = configuration(call.body().path("instanceConfigurationId").asText());
    }
    pool.shown.setAll((ObjectNode) call.body().deepCopy());
    pool.changed();
    reconciler.begin(pool);
    return answer(pool);
  }

  private static void requireChangeable(OciCall call, SimulatedInstancePool pool) {
    if (!CHANGEABLE.contains(pool.state())) {
      throw OciErrorException.incorrectState("instance pool", pool.state());
    }
    if (!call.etag().isEmpty() && !call.etag().equals(pool.etag())) {
      throw OciErrorException.noEtagMatch();
    }
  }

  /** Takes an instance out of a pool. */
  public RestResponse detach(OciCall call) {
    models.check("DetachInstancePoolInstanceDetails", call.body());
    SimulatedInstancePool pool = pool(call.id());
    requireChangeable(call, pool);
    String id = call.body().path("instanceId").asText();
    SimulatedPoolInstance instance =
        pool.instances.stream()
            .filter(each -> each.id().equals(id) && !each.is("TERMINATED"))
            .findFirst()
            .orElseThrow(OciErrorException::notFound);
    if (instance.is("TERMINATING")) {
      throw OciErrorException.incorrectState("instance", instance.state());
    }
    if (!call.body().path("isAutoTerminate").asBoolean()) {
      throw OciErrorException.invalid("an instance that is kept is not simulated");
    }
    if (call.body().path("isDecrementSize").asBoolean(true)) {
      pool.shown.put("size", Math.max(0, pool.size() - 1));
    }
    reconciler.end(pool, instance);
    reconciler.begin(pool);
    return new RestResponse(
        202, Map.of("opc-work-request-id", pool.workRequest), MissingNode.getInstance());
  }

  /** Ends a pool with its instances. */
  public RestResponse terminatePool(OciCall call) {
    SimulatedInstancePool pool = pool(call.id());
    if (pool.is("TERMINATED")) {
      throw OciErrorException.notFound();
    }
    if (pool.is("TERMINATING")) {
      throw OciErrorException.incorrectState("instance pool", pool.state());
    }
    if (!call.etag().isEmpty() && !call.etag().equals(pool.etag())) {
      throw OciErrorException.noEtagMatch();
    }
    pool.setState("TERMINATING");
    reconciler.reconcile(pool);
    return new RestResponse(204, Map.of(), MissingNode.getInstance());
  }

  /** Lists the work requests of a pool; there is one at a time. */
  public RestResponse workRequests(OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    pools.stream()
        .filter(pool -> pool.id().equals(call.parameter("resourceId")))
        .forEach(
            pool ->
                list.addObject()
                    .put("id", pool.workRequest)
                    .put("operationType", "LaunchInstancesInPool")
                    .put("status", pool.error.isEmpty() ? "IN_PROGRESS" : "FAILED")
                    .put("timeAccepted", pool.text("timeCreated")));
    return RestResponse.ok(list);
  }

  /** Lists what went wrong in a work request. */
  public RestResponse workRequestErrors(OciCall call) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    pools.stream()
        .filter(pool -> pool.workRequest.equals(call.id()) && !pool.error.isEmpty())
        .forEach(pool -> list.addObject().put("code", "InternalError").put("message", pool.error));
    return RestResponse.ok(list);
  }

  private interface Creation {
    String create();
  }

  private interface Answer {
    RestResponse of(String id);
  }

  /** A request whose token was seen before is answered again. */
  private RestResponse once(OciCall call, Creation creation, Answer answer) {
    var before = completed.find(call.retryToken());
    if (before.isPresent()) {
      if (!before.get().request().equals(call.body())) {
        throw OciErrorException.invalidatedRetryToken();
      }
      return answer.of(before.get().answer().asText());
    }
    String id = creation.create();
    if (!call.retryToken().isEmpty()) {
      completed.add(call.retryToken(), call.body(), JsonNodeFactory.instance.textNode(id));
    }
    return answer.of(id);
  }

  /** What a path's id stands for. */
  public Optional<String> nameOf(String id) {
    return pools.stream()
        .filter(pool -> pool.id().equals(id))
        .map(SimulatedInstancePool::name)
        .findFirst();
  }

  /** The instance pools, as the API shows them. */
  public List<ObjectNode> instancePools() {
    return site.withLock(() -> pools.stream().map(pool -> pool.shown.deepCopy()).toList());
  }

  /** The configurations, as the API shows them. */
  public List<ObjectNode> instanceConfigurations() {
    return site.withLock(() -> configurations.values().stream().map(ObjectNode::deepCopy).toList());
  }

  /** The pools that are not gone, for {@link io.weir.clouds.site.SiteServices#comparableState}. */
  public Map<String, Object> comparablePools() {
    Map<String, Object> picture = new TreeMap<>();
    pools.stream()
        .filter(pool -> !pool.is("TERMINATED"))
        .forEach(pool -> picture.put(pool.name(), pool.shown.deepCopy()));
    return picture;
  }

  /** What the configurations call their instances, for the same. */
  public Map<String, Object> comparableConfigurations() {
    Map<String, Object> picture = new TreeMap<>();
    configurations
        .values()
        .forEach(
            each ->
                picture.put(
                    each.path("displayName").asText(),
                    each.at("/instanceDetails/launchDetails/displayName").asText()));
    return picture;
  }

  /** For {@link io.weir.clouds.site.SiteServices#save}. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    ArrayNode all = saved.putArray("configurations");
    configurations.values().forEach(each -> all.add(each.deepCopy()));
    ArrayNode list = saved.putArray("pools");
    pools.forEach(pool -> list.add(pool.save()));
    saved.set("completed", completed.save());
    return saved;
  }

  /** For {@link io.weir.clouds.site.SiteServices#load}. */
  public void load(JsonNode saved) {
    saved
        .path("configurations")
        .forEach(each -> configurations.put(each.path("id").asText(), each.deepCopy()));
    saved.path("pools").forEach(each -> pools.add(SimulatedInstancePool.load(each)));
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
                pool.instances.stream()
                    .map(
                        each ->
                            new InstanceState(
                                each.id(),
                                pool.name(),
                                each.text("availabilityDomain"),
                                each.state(),
                                each.phase())));
  }

  /** For {@link io.weir.clouds.site.SiteServices#killInstance}. */
  public boolean kill(String instanceId) {
    for (SimulatedInstancePool pool : pools) {
      for (SimulatedPoolInstance instance : pool.instances) {
        if (instance.id().equals(instanceId) && instance.running) {
          reconciler.kill(pool, instance);
          return true;
        }
      }
    }
    return false;
  }

  /** For {@link io.weir.clouds.site.SiteServices#launchData}. */
  public Map<String, byte[]> launchData() {
    var data = new LinkedHashMap<String, byte[]>();
    for (SimulatedInstancePool pool : pools) {
      if (!pool.is("TERMINATED") && !pool.is("TERMINATING")) {
        data.put(pool.name(), reconciler.userData(pool));
      }
    }
    return data;
  }
}
