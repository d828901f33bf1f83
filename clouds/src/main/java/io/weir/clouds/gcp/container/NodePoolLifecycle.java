package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.compute.Groups;
import io.weir.clouds.gcp.compute.Groups.KeptGroup;
import io.weir.clouds.gcp.compute.Project;
import io.weir.clouds.site.LongOperation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What becomes of node pools: what was accepted takes effect on their groups, and ends with them.
 */
final class NodePoolLifecycle {
  static final String CREATE = "CREATE_NODE_POOL";
  static final String DELETE = "DELETE_NODE_POOL";
  static final String RESIZE = "SET_NODE_POOL_SIZE";
  static final String UPDATE = "UPGRADE_NODES";
  static final String AUTOSCALE = "UPDATE_CLUSTER";
  static final String MANAGE = "SET_NODE_POOL_MANAGEMENT";

  /** So many tries of a machine are waited for before an operation fails that lacks some. */
  private static final int TRIES = 4;

  private final Project project;
  private final Groups groups;
  private final Collection<Cluster> clusters;
  private Consumer<NodeUpdate> updated = _ -> {};

  NodePoolLifecycle(Project project, Groups groups, Collection<Cluster> clusters) {
    this.project = project;
    this.groups = groups;
    this.clusters = clusters;
    groups.onSettled(this::settleAll);
  }

  void onUpdate(Consumer<NodeUpdate> told) {
    updated = told;
  }

  /** Begins an operation on a pool, which takes effect a moment later. */
  LongOperation begin(NodePool pool, String type, String status, JsonNode input) {
    LongOperation operation = project.operations().begin(type, pool.path(), input);
    pool.setStatus(status);
    pool.shown.remove("conditions");
    applyLater(pool, operation);
    return operation;
  }

  private void applyLater(NodePool pool, LongOperation operation) {
    if (project.timing().operation().isZero()) {
      apply(pool, operation);
    } else {
      project.runLater(project.timing().operation(), () -> apply(pool, operation));
    }
  }

  private void apply(NodePool pool, LongOperation operation) {
    if (!operation.isActive() || pool.applied.equals(operation.id())) {
      return;
    }
    pool.applied = operation.id();
    JsonNode input = operation.input();
    switch (operation.type()) {
      case CREATE -> {
        putTemplate(pool);
        pool.zones().forEach(zone -> put(pool, zone));
      }
      case RESIZE -> {
        // It holds for zones to come, too.
        pool.shown.put("initialNodeCount", input.path("nodeCount").asInt());
        resize(pool, input.path("nodeCount").asInt());
      }
      case UPDATE -> update(pool, (ObjectNode) input.deepCopy());
      case AUTOSCALE -> {
        pool.shown.set("autoscaling", input.deepCopy());
        raise(pool);
      }
      default -> dropMachines(pool);
    }
    settle(pool);
    if (!operation.type().equals(DELETE)) {
      giveUpLater(pool, operation);
    }
  }

  /** Orders all machines to go. */
  void dropMachines(NodePool pool) {
    pool.zones().forEach(zone -> groups.drop(zone, pool.groupName(zone)));
  }

  private void putTemplate(NodePool pool) {
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    properties.put("machineType", pool.config().path("machineType").asText());
    ObjectNode labels = properties.putObject("labels");
    pool.config()
        .path("resourceLabels")
        .properties()
        .forEach(each -> labels.set(each.getKey(), each.getValue()));
    labels.put("goog-k8s-cluster-name", pool.cluster.name());
    labels.put("goog-k8s-node-pool-name", pool.name());
    ArrayNode items = properties.putObject("metadata").putArray("items");
    pool.metadata()
        .properties()
        .forEach(
            each ->
                items.addObject().put("key", each.getKey()).put("value", each.getValue().asText()));
    groups.templates().keep(pool.templateName(), properties);
  }

  private void put(NodePool pool, String zone) {
    groups.keep(
        zone,
        pool.groupName(zone),
        group -> {
          point(pool, group, "OPPORTUNISTIC");
          group.put("baseInstanceName", pool.machinesName(zone));
          group.put("targetSize", pool.shown.path("initialNodeCount").asInt());
        });
  }

  private void point(NodePool pool, ObjectNode group, String policy) {
    group.put("instanceTemplate", project.url("global/instanceTemplates/" + pool.templateName()));
    ObjectNode update = group.putObject("updatePolicy");
    update.put("type", policy).put("minimalAction", "REPLACE");
    update.putObject("maxSurge").put("fixed", pool.maxSurge());
    update.putObject("maxUnavailable").put("fixed", 0);
    group.putObject("instanceLifecyclePolicy").put("forceUpdateOnRepair", "YES");
  }

  /** Sets how many nodes there are in each zone. */
  void resize(NodePool pool, int perZone) {
    for (String zone : pool.zones()) {
      groups.keep(zone, pool.groupName(zone), group -> group.put("targetSize", perZone));
    }
  }

  /** What an autoscaler does where there are fewer nodes than it is to keep. */
  private void raise(NodePool pool) {
    int least = NodePoolSettings.least(pool);
    for (String zone : pool.zones()) {
      groups.keep(
          zone,
          pool.groupName(zone),
          group -> group.put("targetSize", Math.max(least, group.path("targetSize").asInt())));
    }
  }

  private void update(NodePool pool, ObjectNode after) {
    List<String> zonesBefore = pool.zones();
    JsonNode modelBefore = pool.model();
    ObjectNode nodesBefore = pool.config().deepCopy();
    // What others have changed since it was asked for.
    after.remove(List.of("status", "conditions", "management"));
    pool.shown.setAll(after);
    pool.changes++;
    putTemplate(pool);
    List<String> zones = pool.zones();
    for (String zone : zonesBefore) {
      if (!zones.contains(zone)) {
        groups.drop(zone, pool.groupName(zone));
      }
    }
    zones.stream().filter(zone -> !zonesBefore.contains(zone)).forEach(zone -> put(pool, zone));
    pool.rolling = !pool.model().equals(modelBefore);
    if (!pool.rolling) {
      point(pool);
      updated.accept(new NodeUpdate(nodes(pool), nodesBefore, pool.config().deepCopy()));
    }
  }

  /** What is made from now on is made from the template. */
  private void point(NodePool pool) {
    for (String zone : pool.zones()) {
      groups.keep(zone, pool.groupName(zone), group -> point(pool, group, "OPPORTUNISTIC"));
    }
  }

  private List<String> nodes(NodePool pool) {
    return pool.zones().stream()
        .flatMap(zone -> groups.machines(zone, pool.groupName(zone)).stream())
        .toList();
  }

  private void settleAll() {
    for (Cluster cluster : List.copyOf(clusters)) {
      List.copyOf(cluster.pools.values()).forEach(this::settle);
    }
  }

  private Optional<LongOperation> operation(NodePool pool) {
    return project.operations().all().stream()
        .filter(each -> each.isActive() && each.target().equals(pool.path()))
        .filter(each -> !each.type().equals(MANAGE))
        .findFirst();
  }

  private void settle(NodePool pool) {
    Optional<LongOperation> operation = operation(pool);
    if (operation.filter(each -> !each.id().equals(pool.applied)).isPresent()) {
      return;
    }
    if (pool.is("STOPPING")) {
      end(pool, operation);
      return;
    }
    boolean reached = !pool.rolling || roll(pool);
    boolean stable =
        pool.zones().stream()
            .allMatch(zone -> group(pool, zone).map(KeptGroup::stable).orElse(false));
    if (reached && stable) {
      finish(pool, operation);
    }
  }

  private void end(NodePool pool, Optional<LongOperation> operation) {
    boolean gone = pool.zones().stream().allMatch(zone -> group(pool, zone).isEmpty());
    if (gone && pool.cluster.pools.remove(pool.name(), pool)) {
      pool.formerTemplates().forEach(groups.templates()::drop);
      groups.templates().drop(pool.templateName());
      operation.ifPresent(each -> project.operations().succeed(each));
    }
  }

  private Optional<KeptGroup> group(NodePool pool, String zone) {
    return groups.kept(zone, pool.groupName(zone));
  }

  /** Replaces nodes of one zone after the other; true once all are current. */
  private boolean roll(NodePool pool) {
    for (String zone : pool.zones()) {
      groups.keep(zone, pool.groupName(zone), group -> point(pool, group, "PROACTIVE"));
      boolean done =
          group(pool, zone).map(found -> found.stable() && found.current()).orElse(false);
      if (!done) {
        return false;
      }
    }
    return true;
  }

  private void finish(NodePool pool, Optional<LongOperation> operation) {
    if (operation.isEmpty()) {
      // There is by now what it lacked.
      if (pool.shown.at("/conditions/0/code").asText("").startsWith("GCE_")) {
        pool.shown.remove("conditions");
        pool.setStatus("RUNNING");
      }
      return;
    }
    pool.rolling = false;
    if (project.operations().succeed(operation.get())) {
      pool.setStatus("RUNNING");
      point(pool);
      dropTemplates(pool);
    } else {
      fail(pool, "RUNNING_WITH_ERROR", "INTERNAL", "UNKNOWN", "Internal error.");
    }
  }

  /** Nodes that were changed as they are keep the template from which they were made. */
  private void dropTemplates(NodePool pool) {
    boolean current =
        pool.zones().stream()
            .allMatch(zone -> group(pool, zone).map(KeptGroup::current).orElse(false));
    if (current) {
      pool.formerTemplates().forEach(groups.templates()::drop);
    }
  }

  /** Machines that cannot be had are not waited for until they can. */
  private void giveUpLater(NodePool pool, LongOperation operation) {
    Duration patience = project.timing().retry().plus(project.timing().boot()).multipliedBy(TRIES);
    project.runLater(
        patience,
        () -> {
          if (operation.isActive()) {
            giveUp(pool, operation);
          }
        });
  }

  private void giveUp(NodePool pool, LongOperation operation) {
    Optional<KeptGroup> lacking =
        pool.zones().stream()
            .flatMap(zone -> group(pool, zone).stream())
            .filter(found -> !found.error().code().isEmpty())
            .findFirst();
    if (lacking.isEmpty()) {
      giveUpLater(pool, operation);
      return;
    }
    KeptGroup group = lacking.get();
    String code = group.error().code();
    String message =
        "Google Compute Engine: Not all instances running in IGM. Expected %d, running %d. Current errors: [%s]: %s"
            .formatted(group.size(), group.running(), code, group.error().message());
    project.operations().fail(operation, new LongOperation.Failure("RESOURCE_EXHAUSTED", message));
    pool.rolling = false;
    boolean useless =
        pool.zones().stream()
            .flatMap(zone -> group(pool, zone).stream())
            .noneMatch(found -> found.running() > 0);
    fail(
        pool,
        useless ? "ERROR" : "RUNNING_WITH_ERROR",
        "RESOURCE_EXHAUSTED",
        code.contains("QUOTA") ? "GCE_QUOTA_EXCEEDED" : "GCE_STOCKOUT",
        message);
  }

  private static void fail(
      NodePool pool, String status, String canonical, String code, String message) {
    pool.setStatus(status);
    pool.shown
        .putArray("conditions")
        .addObject()
        .put("canonicalCode", canonical)
        .put("code", code)
        .put("message", message);
  }

  /** Goes on with a pool of another time, from where it was. */
  void resume(NodePool pool) {
    operation(pool)
        .ifPresent(
            operation -> {
              if (!operation.id().equals(pool.applied)) {
                applyLater(pool, operation);
              } else if (!operation.type().equals(DELETE)) {
                giveUpLater(pool, operation);
              }
            });
    settle(pool);
  }
}
