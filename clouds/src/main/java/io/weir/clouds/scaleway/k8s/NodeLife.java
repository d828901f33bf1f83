package io.weir.clouds.scaleway.k8s;

import io.weir.clouds.Fault;
import io.weir.clouds.Instance;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What becomes of one node, from the wish for it until it is gone. */
final class NodeLife {
  private static final Set<Fault.Kind> OF_NODES =
      EnumSet.of(Fault.Kind.NO_CAPACITY, Fault.Kind.SLOW_BOOT);

  private final Place place;
  private final Consumer<Pool> changed;

  /**
   * @param changed told of a pool in which something has come to an end
   */
  NodeLife(Place place, Consumer<Pool> changed) {
    this.place = place;
    this.changed = changed;
  }

  /** Wants one more node. */
  void create(Pool pool) {
    Node node =
        new Node(pool, place.newId(), place.newId(), place.newAddress(), pool.version, place.now());
    pool.nodes.add(node);
    place.journal().created("node", pool.settings.name);
    Fault fault =
        place
            .faults()
            .strike(OF_NODES, Kapsule.LAUNCH, pool.settings.name + "/" + pool.settings.zone)
            .orElse(null);
    if (fault != null && fault.kind() == Fault.Kind.NO_CAPACITY) {
      place.later(place.timing().placement(), () -> failed(node));
    } else {
      Duration extra = fault == null ? Duration.ZERO : fault.delay();
      place.later(place.timing().placement(), () -> placed(node, extra));
    }
  }

  private void failed(Node node) {
    if (!node.is("creating")) {
      return;
    }
    node.errorMessage = "the instance type is out of stock in " + node.pool.settings.zone;
    node.become("creation_error", place.now());
    changed.accept(node.pool);
    retryLater(node);
  }

  private void retryLater(Node node) {
    place.later(
        place.timing().retry(),
        () -> {
          if (node.pool.nodes.remove(node)) {
            changed.accept(node.pool);
          }
        });
  }

  private void placed(Node node, Duration extra) {
    if (node.is("creating")) {
      node.instance = true;
      node.become("starting", place.now());
      place.later(place.timing().boot().plus(extra), () -> booted(node));
    }
  }

  private void booted(Node node) {
    if (node.is("starting")) {
      node.running = true;
      node.become("not_ready", place.now());
      place.events().started(instance(node));
      place.later(place.timing().join(), () -> joined(node));
    }
  }

  private void joined(Node node) {
    if (node.is("not_ready") && !node.lost) {
      node.become("ready", place.now());
      changed.accept(node.pool);
    }
  }

  /** Orders a node to go: its workload first, then its instance. */
  void remove(Node node) {
    if (node.leaving()) {
      return;
    }
    node.draining = node.running && !node.lost;
    node.become("deleting", place.now());
    goLater(node);
  }

  private void goLater(Node node) {
    Duration drain = node.draining ? place.timing().drain() : Duration.ZERO;
    place.later(
        drain,
        () -> {
          node.draining = false;
          place.later(place.timing().removal(), () -> gone(node));
        });
  }

  /** Drains a node on its old version, and removes it then. */
  void retire(Node node) {
    node.become("upgrading", place.now());
    retireLater(node);
  }

  private void retireLater(Node node) {
    place.later(
        place.timing().drain(),
        () -> {
          if (node.is("upgrading")) {
            node.become("deleting", place.now());
            place.later(place.timing().removal(), () -> gone(node));
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
    place.later(place.timing().healthCheck(), () -> noticed(node));
  }

  private void noticed(Node node) {
    if (node.leaving() || node.is("upgrading")) {
      return;
    }
    node.errorMessage = "the instance of the node does not run";
    node.become("not_ready", place.now());
    changed.accept(node.pool);
    healLater(node);
  }

  private void healLater(Node node) {
    if (node.pool.settings.autohealing) {
      place.later(
          place.timing().healing(),
          () -> {
            remove(node);
            changed.accept(node.pool);
          });
    }
  }

  /** Goes on with a node of another time, from where it was. */
  void goOn(Node node) {
    if (node.running) {
      place.events().started(instance(node));
    }
    switch (node.status) {
      case "creating" -> place.later(place.timing().placement(), () -> placed(node, Duration.ZERO));
      case "starting" -> place.later(place.timing().boot(), () -> booted(node));
      case "creation_error" -> retryLater(node);
      case "deleting" -> goLater(node);
      case "upgrading" -> retireLater(node);
      default -> goOnSettled(node);
    }
  }

  private void goOnSettled(Node node) {
    if (!node.lost) {
      place.later(place.timing().join(), () -> joined(node));
    } else if (node.broken()) {
      healLater(node);
    } else {
      place.later(place.timing().healthCheck(), () -> noticed(node));
    }
  }

  private void end(Node node) {
    if (node.running) {
      node.running = false;
      place.events().terminated(instance(node));
    }
  }

  private static Instance instance(Node node) {
    Pool pool = node.pool;
    return new Instance(
        node.instanceId,
        pool.id,
        pool.cluster.seed.region(),
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
