package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.gcp.wire.GcpErrorException;
import io.weir.clouds.http.Page;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation;
import io.weir.clouds.site.LongOperation.Failure;
import io.weir.clouds.site.OperationFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The managed instance groups of a project, zonal and regional. */
public final class Groups {
  private static final String INSERT = "insertGroup";
  private static final String DELETE = "deleteGroup";
  private static final String PATCH = "patchGroup";
  private static final int LONGEST_BASE_NAME = 58;
  private static final int MOST_IN_A_CALL = 1000;

  private final Project project;
  private final Templates templates;
  private final MachineLifecycle machines;
  private final Map<String, Group> byPath = new TreeMap<>();
  private Runnable settledListener = () -> {};

  /**
   * A group as its keeper sees it.
   *
   * @param size how many machines are wanted
   * @param running how many run
   * @param stable whether all run that are wanted, and no other
   * @param current whether all are made from the template
   * @param error code and text of what keeps a machine from being made; both empty for nothing
   */
  public record KeptGroup(int size, int running, boolean stable, boolean current, Failure error) {}

  /** None yet. */
  public Groups(Project project) {
    this.project = project;
    this.templates = new Templates(project, this::userOf);
    this.machines = new MachineLifecycle(project, templates, this::gone, this::settled);
    project.register(INSERT, this::insert);
    project.register(DELETE, _ -> {});
    project.register(PATCH, effect(Groups::patch));
    project.register(
        "setInstanceTemplate",
        effect(
            (group, input) ->
                group.settings.put("instanceTemplate", input.path("instanceTemplate").asText())));
    project.register(
        "resizeGroup", effect((group, input) -> group.setTargetSize(input.path("size").asInt())));
    project.register("deleteInstances", effect(this::deleteInstances));
    project.register(
        "recreateInstances",
        effect(
            (group, input) ->
                named(group, input, false).forEach(each -> machines.recreate(group, each))));
  }

  /** The templates of the same project. */
  public Templates templates() {
    return templates;
  }

  private Consumer<LongOperation> effect(BiConsumer<Group, JsonNode> change) {
    return operation -> {
      Group group = byPath.get(operation.target());
      if (group != null && !group.isDeleting()) {
        change.accept(group, operation.input());
        group.generation++;
        machines.settle(group);
      }
    };
  }

  private Optional<String> userOf(String template) {
    return byPath.values().stream()
        .filter(group -> group.template().equals(template))
        .map(Group::path)
        .findFirst();
  }

  private static String path(GcpCall call, String name) {
    return call.location() + "/instanceGroupManagers/" + name;
  }

  private Group require(GcpCall call) {
    String path = path(call, call.variable("name"));
    Group group = byPath.get(path);
    if (group == null) {
      throw GcpErrorException.notFound(project.path(path));
    }
    return group;
  }

  private List<String> zonesOfRegion(Group group) {
    String place = group.location.substring(group.location.indexOf('/') + 1);
    return project.seed().regions().getOrDefault(place, List.of());
  }

  private ObjectNode json(Group group) {
    return group.toJson(project, zonesOfRegion(group));
  }

  /** Answers {@code get} of both kinds of groups. */
  public RestResponse get(GcpCall call) {
    return RestResponse.ok(json(require(call)));
  }

  /** Answers {@code instanceGroupManagers.aggregatedList}. */
  public RestResponse aggregatedList(GcpCall call) {
    List<Group> reached =
        byPath.values().stream()
            .filter(group -> !project.unreachable().contains(group.location))
            .toList();
    var page =
        Page.of(
            reached,
            Group::path,
            project.pageSize(call),
            call.query("pageToken"),
            token -> GcpErrorException.invalid("pageToken", token));
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "compute#instanceGroupManagerAggregatedList");
    ObjectNode scopes = body.putObject("items");
    for (String location : locations()) {
      List<Group> here =
          page.items().stream().filter(group -> group.location.equals(location)).toList();
      ObjectNode scope = scopes.putObject(location);
      if (here.isEmpty()) {
        scope
            .putObject("warning")
            .put("code", "NO_RESULTS_ON_PAGE")
            .put(
                "message", "There are no results for scope '%s' on this page.".formatted(location));
      } else {
        ArrayNode list = scope.putArray("instanceGroupManagers");
        here.forEach(group -> list.add(json(group)));
      }
    }
    if (!project.unreachable().isEmpty()) {
      ArrayNode unreached = body.putArray("unreachables");
      project.unreachable().forEach(each -> unreached.add(project.path(each)));
    }
    if (page.next() != null) {
      body.put("nextPageToken", page.next());
    }
    return RestResponse.ok(body);
  }

  private List<String> locations() {
    var all = new ArrayList<String>();
    new TreeMap<>(project.seed().regions())
        .forEach(
            (region, zones) -> {
              all.add("regions/" + region);
              zones.forEach(zone -> all.add("zones/" + zone));
            });
    return all;
  }

  /** Answers {@code listManagedInstances} of both kinds of groups: on one page, as by default. */
  public RestResponse listManagedInstances(GcpCall call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode list = body.putArray("managedInstances");
    require(call).machines.forEach(machine -> list.add(machine.toJson(project)));
    return RestResponse.ok(body);
  }

  /** Answers {@code insert} of both kinds of groups. */
  public RestResponse insert(GcpCall call) {
    JsonNode body = call.body();
    String name = body.path("name").asText("");
    String target = path(call, name);
    if (!project.isRepeated(call, target)) {
      if (!locations().contains(call.location())) {
        throw GcpErrorException.notFound(project.path(call.location()));
      }
      if (!Templates.NAME.matcher(name).matches()) {
        throw GcpErrorException.invalid("resource.name", "'%s' is no name".formatted(name));
      }
      if (body.path("baseInstanceName").asText("").length() > LONGEST_BASE_NAME) {
        throw GcpErrorException.invalid("resource.baseInstanceName", "is too long");
      }
      if (!body.path("targetSize").isInt()) {
        throw GcpErrorException.required("resource.targetSize");
      }
      if (byPath.containsKey(target) || project.operations().active(target).isPresent()) {
        throw GcpErrorException.alreadyExists(project.path(target));
      }
      requireTemplate(body.path("instanceTemplate").asText(""));
      checkSurge(call, body);
    }
    ObjectNode input = body.deepCopy();
    return project.accept(call, INSERT, target, input.put("location", call.location()));
  }

  private void requireTemplate(String url) {
    String template = url.substring(url.lastIndexOf('/') + 1);
    if (templates.find(template).isEmpty()) {
      throw GcpErrorException.notFound(project.path(Templates.COLLECTION + template));
    }
  }

  private void checkSurge(GcpCall call, JsonNode body) {
    int surge = body.at("/updatePolicy/maxSurge/fixed").asInt(0);
    int zones =
        body.at("/distributionPolicy/zones").size() == 0
            ? project.seed().regions().getOrDefault(call.variable("region"), List.of()).size()
            : body.at("/distributionPolicy/zones").size();
    if (call.location().startsWith("regions/") && surge > 0 && surge < zones) {
      throw GcpErrorException.invalid(
          "resource.updatePolicy.maxSurge.fixed",
          "must be 0, or at least the number of zones, which is %d".formatted(zones));
    }
  }

  private void insert(LongOperation operation) {
    ObjectNode settings = operation.input().deepCopy();
    String location = settings.path("location").asText();
    settings.remove("location");
    settings
        .put("id", project.newNumber())
        .put("creationTimestamp", project.now().toString())
        .withObject("/updatePolicy");
    if (settings.at("/updatePolicy/type").isMissingNode()) {
      settings.withObject("/updatePolicy").put("type", "OPPORTUNISTIC");
    }
    var group = new Group(location, settings);
    byPath.put(group.path(), group);
    project.journal().recordCreation("InstanceGroupManager", group.name());
    machines.settle(group);
  }

  /** Answers {@code delete} of both kinds of groups. */
  public RestResponse delete(GcpCall call) {
    Group group = require(call);
    if (!project.isRepeated(call, group.path())) {
      requireIdle(group);
    }
    RestResponse answer =
        project.accept(call, DELETE, group.path(), JsonNodeFactory.instance.objectNode());
    group.deletion = answer.body().path("name").asText();
    machines.settle(group);
    return answer;
  }

  private void requireIdle(Group group) {
    if (group.isDeleting()) {
      throw GcpErrorException.notReady(project.path(group.path()));
    }
  }

  private void gone(Group group) {
    var _ = byPath.remove(group.path());
  }

  /** From now on this is told whenever something of a group has changed; under the lock. */
  public void onSettled(Runnable told) {
    settledListener = told;
  }

  private void settled() {
    settledListener.run();
  }

  /** Makes or changes a zonal group for a service that keeps groups of its own, at once. */
  public void keep(String zone, String name, Consumer<ObjectNode> change) {
    String path = "zones/" + zone + "/instanceGroupManagers/" + name;
    Group group =
        byPath.computeIfAbsent(
            path,
            _ ->
                new Group(
                    "zones/" + zone,
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("name", name)
                        .put("id", project.newNumber())
                        .put("creationTimestamp", project.now().toString())
                        .put("targetSize", 0)));
    ObjectNode before = group.settings.deepCopy();
    change.accept(group.settings);
    if (!group.settings.equals(before)) {
      group.generation++;
      machines.settle(group);
    }
  }

  /** A zonal group of this name, also one that goes; empty if there is none. */
  public Optional<KeptGroup> kept(String zone, String name) {
    return Optional.ofNullable(byPath.get("zones/" + zone + "/instanceGroupManagers/" + name))
        .map(
            group ->
                new KeptGroup(
                    group.targetSize(),
                    (int) group.staying().stream().filter(Machine::isRunning).count(),
                    group.isStable(),
                    !MachineLifecycle.hasOutdated(group),
                    group.machines.stream()
                        .filter(machine -> !machine.errorCode.isEmpty())
                        .map(each -> new Failure(each.errorCode, each.errorMessage))
                        .findFirst()
                        .orElse(new Failure("", ""))));
  }

  /** Names of the machines of a zonal group. */
  public List<String> machines(String zone, String name) {
    Group group = byPath.get("zones/" + zone + "/instanceGroupManagers/" + name);
    return group == null ? List.of() : group.staying().stream().map(each -> each.name).toList();
  }

  /** Deletes a zonal group and its machines, which takes its time. */
  public void drop(String zone, String name) {
    Group group = byPath.get("zones/" + zone + "/instanceGroupManagers/" + name);
    if (group != null && !group.isDeleting()) {
      group.deletion = "keeper";
      machines.settle(group);
    }
  }

  /** Answers {@code patch} of both kinds of groups. */
  public RestResponse patch(GcpCall call) {
    Group group = require(call);
    if (!project.isRepeated(call, group.path())) {
      requireIdle(group);
      String fingerprint = call.body().path("fingerprint").asText("");
      if (!fingerprint.isEmpty() && !fingerprint.equals(group.fingerprint())) {
        throw GcpErrorException.conditionNotMet();
      }
    }
    return project.accept(call, PATCH, group.path(), call.body());
  }

  private static void patch(Group group, JsonNode input) {
    merge(group.settings, input);
    group.settings.remove("fingerprint");
  }

  private static void merge(ObjectNode into, JsonNode patch) {
    patch
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isObject()
                  && into.path(field.getKey()) instanceof ObjectNode below) {
                merge(below, field.getValue());
              } else {
                into.set(field.getKey(), field.getValue().deepCopy());
              }
            });
  }

  /** Answers {@code setInstanceTemplate} of both kinds of groups. */
  public RestResponse setInstanceTemplate(GcpCall call) {
    Group group = require(call);
    requireIdle(group);
    requireTemplate(call.body().path("instanceTemplate").asText(""));
    return project.accept(call, "setInstanceTemplate", group.path(), call.body());
  }

  /** Answers {@code resize} of both kinds of groups. */
  public RestResponse resize(GcpCall call) {
    Group group = require(call);
    requireIdle(group);
    String size = call.query("size");
    if (!size.matches("\\d{1,4}")) {
      throw GcpErrorException.invalid("size", "'%s' is no size".formatted(size));
    }
    return project.accept(
        call,
        "resizeGroup",
        group.path(),
        JsonNodeFactory.instance.objectNode().put("size", Integer.parseInt(size)));
  }

  /** Answers {@code deleteInstances} of both kinds of groups. */
  public RestResponse deleteInstances(GcpCall call) {
    return onInstances(call, "deleteInstances");
  }

  /** Answers {@code recreateInstances} of both kinds of groups. */
  public RestResponse recreateInstances(GcpCall call) {
    return onInstances(call, "recreateInstances");
  }

  private RestResponse onInstances(GcpCall call, String type) {
    Group group = require(call);
    requireIdle(group);
    int count = call.body().path("instances").size();
    if (count == 0 || count > MOST_IN_A_CALL) {
      throw GcpErrorException.invalid("instances", "must be 1 to %d".formatted(MOST_IN_A_CALL));
    }
    return project.accept(call, type, group.path(), call.body());
  }

  private void deleteInstances(Group group, JsonNode input) {
    List<Machine> leaving =
        named(group, input, input.path("skipInstancesOnValidationError").asBoolean());
    leaving.forEach(each -> machines.delete(group, each));
    group.setTargetSize(group.targetSize() - leaving.size());
  }

  private static List<Machine> named(Group group, JsonNode input, boolean skips) {
    var found = new ArrayList<Machine>();
    for (JsonNode each : input.path("instances")) {
      String url = each.asText();
      Optional<Machine> machine =
          group.staying().stream()
              .filter(one -> url.endsWith("zones/" + one.zone + "/instances/" + one.name))
              .findFirst();
      if (machine.isEmpty() && !skips) {
        throw new OperationFailedException(
            new Failure("INVALID_PARAMETER", "Instance '%s' is not a member".formatted(url)));
      }
      machine.ifPresent(found::add);
    }
    return found;
  }

  /** How many machines there may be in the project. */
  public void setQuota(int most) {
    machines.setQuota(most);
  }

  /** Every machine. */
  public List<InstanceState> instances() {
    return byPath.values().stream()
        .flatMap(
            group ->
                group.machines.stream()
                    .map(
                        each ->
                            new InstanceState(
                                each.id(project.id()),
                                group.name(),
                                each.zone,
                                each.status.isEmpty() ? each.action : each.status,
                                each.phase())))
        .toList();
  }

  /** What a machine that is made now would find at its first boot, by group. */
  public Map<String, byte[]> launchData() {
    var data = new TreeMap<String, byte[]>();
    byPath.values().stream()
        .filter(group -> !group.isDeleting() && !templates.isOfCluster(group.template()))
        .forEach(group -> data.put(group.name(), machines.userData(group.template())));
    return data;
  }

  /** Ends a machine without warning; false if none of this id runs. */
  public boolean kill(String instanceId) {
    return byPath.values().stream()
        .anyMatch(
            group ->
                List.copyOf(group.machines).stream()
                    .anyMatch(
                        each ->
                            each.id(project.id()).equals(instanceId)
                                && machines.kill(group, each)));
  }

  /** Whether there is a virtual machine of this id. */
  public boolean hasInstance(String instanceId) {
    return byPath.values().stream()
        .flatMap(group -> group.machines.stream())
        .anyMatch(each -> each.id(project.id()).equals(instanceId) && !each.vmId.isEmpty());
  }

  /** Takes the all-instances configuration off groups of this name; false if there is none. */
  public boolean dropMarks(String name) {
    List<Group> named =
        byPath.values().stream().filter(group -> group.name().equals(name)).toList();
    named.forEach(
        group -> {
          group.settings.remove("allInstancesConfig");
          group.generation++;
        });
    return !named.isEmpty();
  }

  /** All of them, to be known at another time. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("templates", templates.save());
    ArrayNode list = saved.putArray("groups");
    byPath.values().forEach(group -> list.add(group.save()));
    return saved;
  }

  /** Takes in those of another time; nothing moves yet. */
  public void load(JsonNode saved) {
    templates.load(saved.path("templates"));
    saved
        .path("groups")
        .forEach(
            each -> {
              Group group = Group.load(each);
              byPath.put(group.path(), group);
            });
  }

  /** Goes on with what was loaded. */
  public void resume() {
    List.copyOf(byPath.values()).forEach(machines::resume);
    List.copyOf(byPath.values()).forEach(machines::settle);
  }

  /** What exists, without numbers and times. */
  public Object comparableState() {
    var state = new TreeMap<String, Object>();
    byPath.forEach(
        (path, group) ->
            state.put(
                path,
                Map.of(
                    "size",
                    group.targetSize(),
                    "machines",
                    group.machines.stream().map(each -> each.status).sorted().toList(),
                    "updatePolicy",
                    group.settings.path("updatePolicy").toString())));
    return state;
  }
}
