package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.CloudFault;
import io.weir.clouds.SimulatedInstance;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What becomes of one node, from the wish for it until it is gone. */
final class NodeLifecycle {
  private static final Set<CloudFault.Kind> OF_NODES =
      EnumSet.of(CloudFault.Kind.NO_CAPACITY, CloudFault.Kind.SLOW_BOOT);

  private final KapsuleContext kapsuleContext;
  private final Consumer<Pool> changed;

  /**
   * @param changed told of a pool in which something has come to an end
   */
  NodeLifecycle(KapsuleContext kapsuleContext, Consumer<Pool> changed) {
    this.kapsuleContext = kapsuleContext;
    this.changed = changed;
  }

  /** Wants one more node. */
  void create(Pool pool) {
    Node node =
        new Node(
            pool,
            kapsuleContext.newId(),
            kapsuleContext.newId(),
            kapsuleContext.newAddress(),
            pool.version,
            kapsuleContext.now());
    pool.nodes.add(node);
    kapsuleContext.journal().recordCreation("node", pool.settings.name);
    CloudFault cloudFault =
        kapsuleContext
            .faults()
            .takeMatching(
                OF_NODES,
                KapsuleOperations.LAUNCH_ACTION,
                pool.settings.name + "/" + pool.settings.zone)
            .orElse(null);
    if (cloudFault != null && cloudFault.kind() == CloudFault.Kind.NO_CAPACITY) {
      kapsuleContext.runLater(kapsuleContext.timing().placement(), () -> failed(node));
    } else {
      Duration extra = cloudFault == null ? Duration.ZERO : cloudFault.delay();
      kapsuleContext.runLater(kapsuleContext.timing().placement(), () -> placed(node, extra));
    }
  }

  private void failed(Node node) {
    if (!node.hasStatus("creating")) {
      return;
    }
    node.errorMessage = "the instance type is out of stock in " + node.pool.settings.zone;
    node.setStatus("creation_error", kapsuleContext.now());
    changed.accept(node.pool);
    retryLater(node);
  }

  private void retryLater(Node node) {
    kapsuleContext.runLater(
        kapsuleContext.timing().retry(),
        () -> {
          if (node.pool.nodes.remove(node)) {
            changed.accept(node.pool);
          }
        });
  }

  private void placed(Node node, Duration extra) {
    if (node.hasStatus("creating")) {
      node.hasInstance = true;
      node.setStatus("starting", kapsuleContext.now());
      kapsuleContext.runLater(kapsuleContext.timing().boot().plus(extra), () -> booted(node));
    }
  }

  private void booted(Node node) {
    if (node.hasStatus("starting")) {
      node.running = true;
      node.setStatus("not_ready", kapsuleContext.now());
      kapsuleContext.events().publishStarted(instance(node));
      kapsuleContext.runLater(kapsuleContext.timing().join(), () -> joined(node));
    }
  }

  private void joined(Node node) {
    if (node.hasStatus("not_ready") && !node.lost) {
      node.setStatus("ready", kapsuleContext.now());
      changed.accept(node.pool);
    }
  }

  /** Orders a node to go: its workload first, then its instance. */
  void remove(Node node) {
    if (node.isDeleting()) {
      return;
    }
    node.draining = node.running && !node.lost;
    node.setStatus("deleting", kapsuleContext.now());
    goLater(node);
  }

  private void goLater(Node node) {
    Duration drain = node.draining ? kapsuleContext.timing().drain() : Duration.ZERO;
    kapsuleContext.runLater(
        drain,
        () -> {
          node.draining = false;
          kapsuleContext.runLater(kapsuleContext.timing().removal(), () -> gone(node));
        });
  }

  /** Drains a node on its old version, and removes it then. */
  void drainAndRemove(Node node) {
    node.setStatus("upgrading", kapsuleContext.now());
    retireLater(node);
  }

  private void retireLater(Node node) {
    kapsuleContext.runLater(
        kapsuleContext.timing().drain(),
        () -> {
          if (node.hasStatus("upgrading")) {
            node.setStatus("deleting", kapsuleContext.now());
            kapsuleContext.runLater(kapsuleContext.timing().removal(), () -> gone(node));
            changed.accept(node.pool);
          }
        });
  }

  private void gone(Node node) {
    end(node);
    if (node.pool.nodes.remove(node)) {
      changed.accept(node.pool);
    }
  }

  /** Ends the instance of a node without warning; Kapsule notices later. */
  void kill(Node node) {
    end(node);
    node.lost = true;
    kapsuleContext.runLater(kapsuleContext.timing().healthCheck(), () -> noticed(node));
  }

  private void noticed(Node node) {
    if (node.isDeleting() || node.hasStatus("upgrading")) {
      return;
    }
    node.errorMessage = "the instance of the node does not run";
    node.setStatus("not_ready", kapsuleContext.now());
    changed.accept(node.pool);
    healLater(node);
  }

  private void healLater(Node node) {
    if (node.pool.settings.autohealing) {
      kapsuleContext.runLater(
          kapsuleContext.timing().healing(),
          () -> {
            remove(node);
            changed.accept(node.pool);
          });
    }
  }

  /** Goes on with a node of another time, from where it was. */
  void resume(Node node) {
    if (node.running) {
      kapsuleContext.events().publishStarted(instance(node));
    }
    switch (node.status) {
      case "creating" ->
          kapsuleContext.runLater(
              kapsuleContext.timing().placement(), () -> placed(node, Duration.ZERO));
      case "starting" ->
          kapsuleContext.runLater(kapsuleContext.timing().boot(), () -> booted(node));
      case "creation_error" -> retryLater(node);
      case "deleting" -> goLater(node);
      case "upgrading" -> retireLater(node);
      default -> goOnSettled(node);
    }
  }

  private void goOnSettled(Node node) {
    if (!node.lost) {
      kapsuleContext.runLater(kapsuleContext.timing().join(), () -> joined(node));
    } else if (node.isBroken()) {
      healLater(node);
    } else {
      kapsuleContext.runLater(kapsuleContext.timing().healthCheck(), () -> noticed(node));
    }
  }

  private void end(Node node) {
    if (node.running) {
      node.running = false;
      kapsuleContext.events().publishTerminated(instance(node));
    }
  }

  private static SimulatedInstance instance(Node node) {
    Pool pool = node.pool;
    return new SimulatedInstance(
        node.instanceId,
        pool.id,
        pool.cluster.spec.region(),
        pool.settings.zone,
        node.name,
        node.address,
        pool.settings.nodeType == null ? Pool.EXTERNAL : pool.settings.nodeType.name(),
        "",
        new byte[0],
        NodeLabels.of(node),
        metadata(node));
  }

  private static Map<String, String> metadata(Node node) {
    Map<String, String> metadata = new TreeMap<>();
    metadata.put("cluster-id", node.pool.cluster.id);
    metadata.put("node-id", node.id);
    metadata.put("provider-id", node.providerId());
    metadata.put("kubernetes-version", node.version);
    metadata.put("taints", NodeLabels.taints(node));
    return metadata;
  }
}
