package io.weir.clouds.oci.oke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.oci.region.OciSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What OKE does by itself: it makes nodes, ends them, and replaces those of other settings. */
final class NodePoolReconciler {
  private static final EnumSet<CloudFault.Kind> OF_NODES =
      EnumSet.of(CloudFault.Kind.NO_CAPACITY, CloudFault.Kind.SLOW_BOOT);

  private final OciSite site;
  private final List<SimulatedNodePool> pools;

  NodePoolReconciler(OciSite site, List<SimulatedNodePool> pools) {
    this.site = site;
    this.pools = pools;
  }

  /** Takes the next steps towards what the pool should be; harmless at any time. */
  void reconcile(SimulatedNodePool pool) {
    if (pool.is("DELETED")) {
      return;
    }
    if (pool.is("DELETING")) {
      pool.staying().forEach(node -> remove(pool, node));
      if (pool.nodes.isEmpty()) {
        pool.setState("DELETED");
        site.runLater(site.timing().linger(), () -> pools.remove(pool));
      }
      return;
    }
    resize(pool);
    settle(pool);
  }

  private void resize(SimulatedNodePool pool) {
    List<SimulatedNode> staying = pool.staying();
    List<SimulatedNode> outdated =
        pool.cycling
            ? staying.stream().filter(node -> !node.madeFrom.equals(pool.model())).toList()
            : List.of();
    int surge = outdated.isEmpty() ? 0 : 1;
    for (int missing = pool.size() + surge - staying.size(); missing > 0; missing--) {
      launch(pool);
    }
    boolean settled = pool.staying().stream().noneMatch(SimulatedNode::isInTransition);
    if (!outdated.isEmpty() && settled && pool.staying().size() > pool.size()) {
      remove(pool, outdated.getFirst());
    } else if (outdated.isEmpty() && staying.size() > pool.size()) {
      List<SimulatedNode> victims = new ArrayList<>(staying);
      // Those that could not be made go first.
      victims.sort(Comparator.comparing(node -> !node.id().isEmpty()));
      victims.subList(0, staying.size() - pool.size()).forEach(node -> remove(pool, node));
    }
  }

  private static void settle(SimulatedNodePool pool) {
    boolean moves = pool.nodes.stream().anyMatch(SimulatedNode::isInTransition);
    boolean fails = pool.nodes.stream().anyMatch(node -> node.is("FAILING"));
    if (moves) {
      pool.setState(pool.is("CREATING") ? "CREATING" : "UPDATING");
    } else if (fails) {
      pool.shown.put("lifecycleDetails", "nodes could not be created");
      pool.setState("NEEDS_ATTENTION");
    } else {
      pool.shown.remove("lifecycleDetails");
      pool.cycling = false;
      pool.setState("ACTIVE");
    }
  }

  private void launch(SimulatedNodePool pool) {
    int number = site.nextNumber();
    JsonNode places = pool.config().path("placementConfigs");
    JsonNode place = places.path(number % Math.max(1, places.size()));
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown
        .put("name", "oke-%s-%s".formatted(pool.name(), number))
        .put("kubernetesVersion", pool.text("kubernetesVersion"))
        .put("availabilityDomain", place.path("availabilityDomain").asText(""))
        .put("faultDomain", "FAULT-DOMAIN-" + (number % 3 + 1))
        .put("subnetId", place.path("subnetId").asText(""))
        .put("nodePoolId", pool.id())
        .put("privateIp", OciSite.address(number))
        .put("lifecycleState", "CREATING");
    var node = new SimulatedNode(shown, pool.model());
    pool.nodes.add(node);
    pool.changed();
    site.journal().recordCreation("node", pool.name());
    CloudFault fault =
        site.faults().takeMatching(OF_NODES, OciSite.LAUNCH, pool.name()).orElse(null);
    if (fault != null && fault.kind() == CloudFault.Kind.NO_CAPACITY) {
      site.runLater(site.timing().launch(), () -> fail(pool, node));
      return;
    }
    shown.put("id", site.newOcid("instance"));
    record(pool, node);
    Duration extra = fault == null ? Duration.ZERO : fault.delay();
    site.runLater(site.timing().launch().plus(extra), () -> boot(pool, node));
  }

  private void fail(SimulatedNodePool pool, SimulatedNode node) {
    if (!node.is("CREATING")) {
      return;
    }
    node.setState("FAILING");
    node.shown
        .putObject("nodeError")
        .put("code", "InternalError")
        .put("message", "Out of host capacity.")
        .put("status", "500");
    reconcile(pool);
    site.runLater(
        site.timing().retry(),
        () -> {
          if (pool.nodes.remove(node)) {
            reconcile(pool);
          }
        });
  }

  private void boot(SimulatedNodePool pool, SimulatedNode node) {
    if (node.is("CREATING")) {
      node.running = true;
      record(pool, node);
      site.events().publishStarted(instance(pool, node));
      site.runLater(site.timing().join(), () -> join(pool, node));
    }
  }

  private void join(SimulatedNodePool pool, SimulatedNode node) {
    if (node.is("CREATING")) {
      node.setState("ACTIVE");
      pool.changed();
      record(pool, node);
      reconcile(pool);
    }
  }

  /** Orders a node to go. */
  void remove(SimulatedNodePool pool, SimulatedNode node) {
    if (node.is("DELETING")) {
      return;
    }
    boolean drains = node.is("ACTIVE") && node.running;
    node.setState("DELETING");
    pool.changed();
    record(pool, node);
    Duration pause = drains ? site.timing().drain() : Duration.ZERO;
    site.runLater(
        pause.plus(site.timing().removal()),
        () -> {
          end(pool, node);
          if (pool.nodes.remove(node)) {
            reconcile(pool);
          }
        });
  }

  /** Ends the instance of a node without warning; OKE makes another. */
  void kill(SimulatedNodePool pool, SimulatedNode node) {
    end(pool, node);
    node.setState("INACTIVE");
    site.runLater(
        site.timing().retry(),
        () -> {
          if (pool.nodes.remove(node)) {
            reconcile(pool);
          }
        });
  }

  /** Goes on with a pool of another time, from where it was. */
  void resume(SimulatedNodePool pool) {
    for (SimulatedNode node : List.copyOf(pool.nodes)) {
      record(pool, node);
      if (node.running) {
        site.events().publishStarted(instance(pool, node));
      }
      switch (node.state()) {
        case "CREATING" ->
            site.runLater(
                site.timing().launch(),
                node.running
                    ? () -> join(pool, node)
                    : node.id().isEmpty() ? () -> fail(pool, node) : () -> boot(pool, node));
        case "DELETING" -> {
          node.setState("ACTIVE");
          remove(pool, node);
        }
        default -> {}
      }
    }
    reconcile(pool);
  }

  private void end(SimulatedNodePool pool, SimulatedNode node) {
    if (node.running) {
      node.running = false;
      record(pool, node);
      site.events().publishTerminated(instance(pool, node));
    }
  }

  private void record(SimulatedNodePool pool, SimulatedNode node) {
    if (!node.id().isEmpty()) {
      site.journal()
          .recordInstance(
              site.exactNow(),
              node.id(),
              node.text("availabilityDomain"),
              pool.name(),
              node.phase(),
              node.running);
    }
  }

  private SimulatedInstance instance(SimulatedNodePool pool, SimulatedNode node) {
    Map<String, String> labels = new TreeMap<>();
    pool.shown
        .path("initialNodeLabels")
        .forEach(label -> labels.put(label.path("key").asText(), label.path("value").asText()));
    labels.put("oci.oraclecloud.com/fault-domain", node.text("faultDomain"));
    labels.put("node.kubernetes.io/instance-type", pool.text("nodeShape"));
    labels.put("topology.kubernetes.io/region", site.seedData().region());
    // As OKE labels nodes: without the tenancy's prefix, which no label can hold.
    String domain = node.text("availabilityDomain");
    labels.put("topology.kubernetes.io/zone", domain.substring(domain.indexOf(':') + 1));
    return new SimulatedInstance(
        node.id(),
        pool.id(),
        site.seedData().region(),
        domain,
        node.text("privateIp"),
        node.text("privateIp"),
        pool.text("nodeShape"),
        pool.shown.path("nodeSourceDetails").path("imageId").asText(""),
        new byte[0],
        labels,
        Map.of(
            "cluster-id",
            pool.text("clusterId"),
            "kubernetes-version",
            node.text("kubernetesVersion")));
  }
}
