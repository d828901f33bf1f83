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

  private final KapsuleSite kapsuleSite;
  private final Consumer<SimulatedPool> changed;

  /**
   * @param changed told of a pool in which something has come to an end
   */
  NodeLifecycle(KapsuleSite kapsuleSite, Consumer<SimulatedPool> changed) {
    this.kapsuleSite = kapsuleSite;
    this.changed = changed;
  }

  /** Wants one more node. */
  void create(SimulatedPool simulatedPool) {
    SimulatedNode simulatedNode =
        new SimulatedNode(
            simulatedPool,
            kapsuleSite.newId(),
            kapsuleSite.newId(),
            kapsuleSite.newAddress(),
            simulatedPool.version,
            kapsuleSite.now());
    simulatedPool.nodes.add(simulatedNode);
    kapsuleSite.journal().recordCreation("node", simulatedPool.settings.name);
    recordStep(simulatedNode);
    CloudFault cloudFault =
        kapsuleSite
            .faults()
            .takeMatching(
                OF_NODES,
                KapsuleOperations.LAUNCH_ACTION,
                simulatedPool.settings.name + "/" + simulatedPool.settings.zone)
            .orElse(null);
    if (cloudFault != null && cloudFault.kind() == CloudFault.Kind.NO_CAPACITY) {
      kapsuleSite.runLater(kapsuleSite.timing().placement(), () -> failed(simulatedNode));
    } else {
      Duration extra = cloudFault == null ? Duration.ZERO : cloudFault.delay();
      kapsuleSite.runLater(kapsuleSite.timing().placement(), () -> placed(simulatedNode, extra));
    }
  }

  private void failed(SimulatedNode simulatedNode) {
    if (!simulatedNode.hasStatus("creating")) {
      return;
    }
    simulatedNode.errorMessage =
        "the instance type is out of stock in " + simulatedNode.pool.settings.zone;
    simulatedNode.setStatus("creation_error", kapsuleSite.now());
    changed.accept(simulatedNode.pool);
    retryLater(simulatedNode);
  }

  private void retryLater(SimulatedNode simulatedNode) {
    kapsuleSite.runLater(
        kapsuleSite.timing().retry(),
        () -> {
          if (simulatedNode.pool.nodes.remove(simulatedNode)) {
            changed.accept(simulatedNode.pool);
          }
        });
  }

  private void placed(SimulatedNode simulatedNode, Duration extra) {
    if (simulatedNode.hasStatus("creating")) {
      simulatedNode.hasInstance = true;
      simulatedNode.setStatus("starting", kapsuleSite.now());
      kapsuleSite.runLater(kapsuleSite.timing().boot().plus(extra), () -> booted(simulatedNode));
    }
  }

  private void booted(SimulatedNode simulatedNode) {
    if (simulatedNode.hasStatus("starting")) {
      simulatedNode.running = true;
      simulatedNode.setStatus("not_ready", kapsuleSite.now());
      recordStep(simulatedNode);
      kapsuleSite.events().publishStarted(instance(simulatedNode));
      kapsuleSite.runLater(kapsuleSite.timing().join(), () -> joined(simulatedNode));
    }
  }

  private void joined(SimulatedNode simulatedNode) {
    if (simulatedNode.hasStatus("not_ready") && !simulatedNode.lost) {
      simulatedNode.setStatus("ready", kapsuleSite.now());
      changed.accept(simulatedNode.pool);
    }
  }

  /** Orders a node to go: its workload first, then its instance. */
  void remove(SimulatedNode simulatedNode) {
    if (simulatedNode.isDeleting()) {
      return;
    }
    simulatedNode.draining = simulatedNode.running && !simulatedNode.lost;
    simulatedNode.setStatus("deleting", kapsuleSite.now());
    recordStep(simulatedNode);
    goLater(simulatedNode);
  }

  private void goLater(SimulatedNode simulatedNode) {
    Duration drain = simulatedNode.draining ? kapsuleSite.timing().drain() : Duration.ZERO;
    kapsuleSite.runLater(
        drain,
        () -> {
          simulatedNode.draining = false;
          kapsuleSite.runLater(kapsuleSite.timing().removal(), () -> gone(simulatedNode));
        });
  }

  /** Drains a node on its old version, and removes it then. */
  void drainAndRemove(SimulatedNode simulatedNode) {
    simulatedNode.setStatus("upgrading", kapsuleSite.now());
    retireLater(simulatedNode);
  }

  private void retireLater(SimulatedNode simulatedNode) {
    kapsuleSite.runLater(
        kapsuleSite.timing().drain(),
        () -> {
          if (simulatedNode.hasStatus("upgrading")) {
            simulatedNode.setStatus("deleting", kapsuleSite.now());
            recordStep(simulatedNode);
            kapsuleSite.runLater(kapsuleSite.timing().removal(), () -> gone(simulatedNode));
            changed.accept(simulatedNode.pool);
          }
        });
  }

  private void gone(SimulatedNode simulatedNode) {
    end(simulatedNode);
    if (simulatedNode.pool.nodes.remove(simulatedNode)) {
      changed.accept(simulatedNode.pool);
    }
  }

  /** Ends the instance of a node without warning; Kapsule notices later. */
  void kill(SimulatedNode simulatedNode) {
    end(simulatedNode);
    simulatedNode.lost = true;
    recordStep(simulatedNode);
    kapsuleSite.runLater(kapsuleSite.timing().healthCheck(), () -> noticed(simulatedNode));
  }

  private void noticed(SimulatedNode simulatedNode) {
    if (simulatedNode.isDeleting() || simulatedNode.hasStatus("upgrading")) {
      return;
    }
    simulatedNode.errorMessage = "the instance of the node does not run";
    simulatedNode.setStatus("not_ready", kapsuleSite.now());
    changed.accept(simulatedNode.pool);
    healLater(simulatedNode);
  }

  private void healLater(SimulatedNode simulatedNode) {
    if (simulatedNode.pool.settings.autohealing) {
      kapsuleSite.runLater(
          kapsuleSite.timing().healing(),
          () -> {
            remove(simulatedNode);
            changed.accept(simulatedNode.pool);
          });
    }
  }

  /** Goes on with a node of another time, from where it was. */
  void resume(SimulatedNode simulatedNode) {
    recordStep(simulatedNode);
    if (simulatedNode.running) {
      kapsuleSite.events().publishStarted(instance(simulatedNode));
    }
    switch (simulatedNode.status) {
      case "creating" ->
          kapsuleSite.runLater(
              kapsuleSite.timing().placement(), () -> placed(simulatedNode, Duration.ZERO));
      case "starting" ->
          kapsuleSite.runLater(kapsuleSite.timing().boot(), () -> booted(simulatedNode));
      case "creation_error" -> retryLater(simulatedNode);
      case "deleting" -> goLater(simulatedNode);
      case "upgrading" -> retireLater(simulatedNode);
      default -> goOnSettled(simulatedNode);
    }
  }

  private void goOnSettled(SimulatedNode simulatedNode) {
    if (!simulatedNode.lost) {
      kapsuleSite.runLater(kapsuleSite.timing().join(), () -> joined(simulatedNode));
    } else if (simulatedNode.isBroken()) {
      healLater(simulatedNode);
    } else {
      kapsuleSite.runLater(kapsuleSite.timing().healthCheck(), () -> noticed(simulatedNode));
    }
  }

  private void end(SimulatedNode simulatedNode) {
    if (simulatedNode.running) {
      simulatedNode.running = false;
      recordStep(simulatedNode);
      kapsuleSite.events().publishTerminated(instance(simulatedNode));
    }
  }

  private void recordStep(SimulatedNode simulatedNode) {
    kapsuleSite
        .journal()
        .recordInstance(
            kapsuleSite.exactNow(),
            simulatedNode.instanceId,
            simulatedNode.pool.settings.zone,
            simulatedNode.pool.settings.name,
            simulatedNode.phase(),
            simulatedNode.running);
  }

  private static SimulatedInstance instance(SimulatedNode simulatedNode) {
    SimulatedPool simulatedPool = simulatedNode.pool;
    return new SimulatedInstance(
        simulatedNode.instanceId,
        simulatedPool.id,
        simulatedPool.cluster.spec.region(),
        simulatedPool.settings.zone,
        simulatedNode.name,
        simulatedNode.address,
        simulatedPool.settings.nodeType == null
            ? SimulatedPool.EXTERNAL
            : simulatedPool.settings.nodeType.name(),
        "",
        new byte[0],
        NodeLabels.of(simulatedNode),
        metadata(simulatedNode));
  }

  private static Map<String, String> metadata(SimulatedNode simulatedNode) {
    Map<String, String> metadata = new TreeMap<>();
    metadata.put("cluster-id", simulatedNode.pool.cluster.id);
    metadata.put("node-id", simulatedNode.id);
    metadata.put("provider-id", simulatedNode.providerId());
    metadata.put("kubernetes-version", simulatedNode.version);
    metadata.put("taints", NodeLabels.taints(simulatedNode));
    return metadata;
  }
}
