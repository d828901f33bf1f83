package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.wire.FieldMask;
import io.weir.clouds.gcp.wire.GcpCall;
import io.weir.clouds.gcp.wire.GcpErrorException;
import io.weir.clouds.http.Page;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.site.LongOperation.Failure;
import io.weir.clouds.site.OperationFailedException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The instance templates of a project. */
public final class Templates {

  static final String COLLECTION = "global/instanceTemplates/";
  static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final String INSERT = "insertTemplate";
  private static final String DELETE = "deleteTemplate";
  private static final int LARGEST_VALUE = 262_144;

  private final Project project;
  private final Function<String, Optional<String>> user;
  private final Map<String, ObjectNode> byName = new TreeMap<>();

  /**
   * None yet.
   *
   * @param user tells the path of what uses the template of a name
   */
  public Templates(Project project, Function<String, Optional<String>> user) {
    this.project = project;
    this.user = user;
    project.register(INSERT, operation -> insert((ObjectNode) operation.input().deepCopy()));
    project.register(DELETE, operation -> delete(operation.input().path("name").asText()));
  }

  /** One of them. */
  public Optional<JsonNode> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private JsonNode require(String name) {
    return find(name)
        .orElseThrow(() -> GcpErrorException.notFound(project.path(COLLECTION + name)));
  }

  /** Answers {@code instanceTemplates.insert}. */
  public RestResponse insert(GcpCall call) {
    JsonNode body = call.body();
    String name = body.path("name").asText("");
    String target = COLLECTION + name;
    if (!project.isRepeated(call, target)) {
      if (!NAME.matcher(name).matches()) {
        throw GcpErrorException.invalid("resource.name", "'%s' is no name".formatted(name));
      }
      boolean taken = byName.containsKey(name) || project.operations().active(target).isPresent();
      if (taken) {
        throw GcpErrorException.alreadyExists(project.path(target));
      }
      check(body.path("properties"));
    }
    return project.accept(call, INSERT, target, body);
  }

  private void check(JsonNode properties) {
    String type = properties.path("machineType").asText("");
    if (type.isEmpty()) {
      throw GcpErrorException.required("resource.properties.machineType");
    }
    if (type.contains("/")) {
      throw GcpErrorException.of(500, "backendError", "INTERNAL_ERROR");
    }
    var keys = new HashSet<String>();
    for (JsonNode item : properties.path("metadata").path("items")) {
      if (!keys.add(item.path("key").asText())) {
        throw GcpErrorException.invalid("resource.properties.metadata", "duplicate keys");
      }
      if (item.path("value").asText("").length() > LARGEST_VALUE) {
        throw GcpErrorException.invalid("resource.properties.metadata", "the value is too large");
      }
    }
    for (JsonNode each : properties.path("networkInterfaces")) {
      String network = each.path("network").asText("");
      if (!project.seed().networks().contains(network.substring(network.lastIndexOf('/') + 1))) {
        throw GcpErrorException.notFound(network);
      }
    }
    for (JsonNode each : properties.path("guestAccelerators")) {
      if (each.path("acceleratorType").asText("").contains("/")) {
        throw GcpErrorException.invalid(
            "resource.properties.guestAccelerators[0].acceleratorType", "must be a bare name");
      }
    }
  }

  private void insert(ObjectNode template) {
    String name = template.path("name").asText();
    template
        .put("kind", "compute#instanceTemplate")
        .put("id", project.newNumber())
        .put("creationTimestamp", project.now().toString())
        .put("selfLink", project.url(COLLECTION + name));
    byName.put(name, template);
    project.journal().recordCreation("InstanceTemplate", name);
  }

  /** Makes one for a service that keeps groups of its own, at once. */
  public void keep(String name, ObjectNode properties) {
    ObjectNode template = JsonNodeFactory.instance.objectNode().put("name", name);
    template.set("properties", properties);
    insert(template);
  }

  /** Deletes one of that service, if it is there. */
  public void drop(String name) {
    var _ = byName.remove(name);
  }

  /** Whether its machines are nodes of a cluster of Kubernetes Engine. */
  boolean isOfCluster(String name) {
    return find(name).stream()
        .flatMap(each -> each.at("/properties/metadata/items").valueStream())
        .anyMatch(item -> item.path("key").asText().equals("cluster-name"));
  }

  /** Answers {@code instanceTemplates.get}. */
  public RestResponse get(GcpCall call) {
    return RestResponse.ok(FieldMask.apply(call.query("fields"), require(call.variable("name"))));
  }

  /** Answers {@code instanceTemplates.list}. */
  public RestResponse list(GcpCall call) {
    var page =
        Page.of(
            List.copyOf(byName.values()),
            each -> each.path("name").asText(),
            project.pageSize(call),
            call.query("pageToken"),
            token -> GcpErrorException.invalid("pageToken", token));
    ObjectNode body =
        JsonNodeFactory.instance.objectNode().put("kind", "compute#instanceTemplateList");
    var items = body.putArray("items");
    page.items().forEach(items::add);
    if (page.next() != null) {
      body.put("nextPageToken", page.next());
    }
    return RestResponse.ok(FieldMask.apply(call.query("fields"), body));
  }

  /** Answers {@code instanceTemplates.delete}. */
  public RestResponse delete(GcpCall call) {
    String name = call.variable("name");
    String target = COLLECTION + name;
    if (!project.isRepeated(call, target)) {
      JsonNode _ = require(name);
      user.apply(name)
          .ifPresent(
              by -> {
                throw GcpErrorException.inUse(project.path(target), project.path(by));
              });
      if (project.operations().active(target).isPresent()) {
        throw GcpErrorException.notReady(project.path(target));
      }
    }
    return project.accept(
        call, DELETE, target, JsonNodeFactory.instance.objectNode().put("name", name));
  }

  private void delete(String name) {
    user.apply(name)
        .ifPresent(
            by -> {
              throw new OperationFailedException(
                  new Failure(
                      "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE",
                      "The instance_template resource '%s' is already being used by '%s'"
                          .formatted(name, by)));
            });
    var _ = byName.remove(name);
  }

  /** All of them, to be known at another time. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    byName.forEach(saved::set);
    return saved;
  }

  /** Takes in those of another time. */
  public void load(JsonNode saved) {
    saved
        .properties()
        .forEach(each -> byName.put(each.getKey(), (ObjectNode) each.getValue().deepCopy()));
  }
}
