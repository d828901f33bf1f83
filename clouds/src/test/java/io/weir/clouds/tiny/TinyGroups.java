package io.weir.clouds.tiny;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.http.Page;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.http.Routes;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperations;
import io.weir.clouds.site.Site;
import io.weir.clouds.site.SiteServices;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The groups of a project: a name and a size, each instance named after its group. */
final class TinyGroups implements SiteServices {
  static final Routes<TinyGroups, RestRequest> ROUTES =
      Routes.<TinyGroups, RestRequest>ofAnyCaseBelow("/projects/{project}")
          .read("ListGroups", "/groups", TinyGroups::list)
          .read("GetGroup", "/groups/{name}", TinyGroups::get)
          .write("PutGroup", "PUT", "/groups/{name}", TinyGroups::put)
          .write("DeleteGroup", "DELETE", "/groups/{name}", TinyGroups::delete)
          .read("FindGroups", "POST", "/groups:find", TinyGroups::list)
          .read("GetOperation", "/operations/{name}", TinyGroups::operation);

  private static final Duration TAKES = Duration.ofSeconds(10);

  private final Site site;
  private final LongOperations operations;
  private final Map<String, Integer> sizes = new TreeMap<>();

  TinyGroups(CloudContext context) {
    site = new Site(context, ChronoUnit.MILLIS);
    operations =
        new LongOperations(
                site, Duration.ofHours(1), new LongOperation.Failure("Broken", "it broke"))
            .register("put", operation -> resize(operation.target(), operation.input().asInt()))
            .register("delete", operation -> resize(operation.target(), 0));
  }

  private void resize(String group, int size) {
    int before = size == 0 ? sizes.remove(group) : sizes.getOrDefault(group, 0);
    IntStream.range(before, size).forEach(i -> site.events().publishStarted(instance(group, i)));
    IntStream.range(size, before).forEach(i -> site.events().publishTerminated(instance(group, i)));
    if (size > 0) {
      sizes.put(group, size);
    }
  }

  private static SimulatedInstance instance(String group, int number) {
    String id = group + "-" + number;
    return new SimulatedInstance(
        id, group, "tiny", "tiny-a", id, "", "", "", new byte[0], Map.of(), Map.of());
  }

  private RestResponse list(RestRequest request) {
    Page<String> page =
        Page.of(
            List.copyOf(sizes.keySet()),
            name -> name,
            Integer.parseInt(request.wire().query().getOrDefault("size", "2")),
            request.wire().query().getOrDefault("token", ""),
            _ -> TinyCloud.error(400, "BadToken"));
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("next", page.next());
    page.items().forEach(body.putArray("groups")::add);
    return RestResponse.ok(body);
  }

  private RestResponse get(RestRequest request) {
    Integer size = sizes.get(request.variable("name"));
    if (size == null) {
      throw TinyCloud.error(404, "NotFound");
    }
    return RestResponse.ok(JsonNodeFactory.instance.objectNode().put("size", size));
  }

  private RestResponse put(RestRequest request) {
    return accepted("put", request, request.body().path("size"));
  }

  private RestResponse delete(RestRequest request) {
    var _ = get(request);
    return accepted("delete", request, IntNode.valueOf(0));
  }

  private RestResponse accepted(String type, RestRequest request, JsonNode input) {
    String name = request.variable("name");
    if (operations.active(name).isPresent()) {
      throw TinyCloud.error(409, "Busy");
    }
    LongOperation operation = operations.start(type, name, input, TAKES);
    return new RestResponse(202, Map.of(), JsonNodeFactory.instance.missingNode())
        .withHeader(
            "Operation-Location",
            "/projects/" + request.variable("project") + "/operations/" + operation.id());
  }

  private RestResponse operation(RestRequest request) {
    LongOperation operation =
        operations
            .find(request.variable("name"))
            .orElseThrow(() -> TinyCloud.error(404, "NotFound"));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("status", operation.status().name()).put("percent", operation.status().percent());
    operation.failure().ifPresent(failure -> body.put("code", failure.code()));
    return RestResponse.ok(body);
  }

  @Override
  public Site site() {
    return site;
  }

  @Override
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode().put("ids", site.ids().count());
    sizes.forEach(saved.putObject("sizes")::put);
    saved.set("operations", operations.save());
    return saved;
  }

  @Override
  public void load(JsonNode saved) {
    site.ids().continueAfter(saved.path("ids").asLong());
    saved.path("sizes").properties().forEach(e -> sizes.put(e.getKey(), e.getValue().asInt()));
    operations.load(saved.path("operations"));
  }

  @Override
  public void resume() {
    instanceNames().forEach(name -> site.events().publishStarted(name));
    operations.resume();
  }

  private List<SimulatedInstance> instanceNames() {
    return sizes.entrySet().stream()
        .flatMap(one -> IntStream.range(0, one.getValue()).mapToObj(i -> instance(one.getKey(), i)))
        .toList();
  }

  @Override
  public List<InstanceState> instances() {
    return instanceNames().stream()
        .map(
            one ->
                new InstanceState(
                    one.id(), one.group(), one.zone(), "up", InstanceState.Phase.RUNNING))
        .toList();
  }

  @Override
  public boolean killInstance(String instanceId) {
    return false;
  }

  @Override
  public Object comparableState() {
    return sizes;
  }
}
