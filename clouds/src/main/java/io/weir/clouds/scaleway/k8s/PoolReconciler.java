package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.node.BooleanNode;
import io.weir.clouds.site.LongOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What Kapsule does by itself: it sizes pools, rolls them, and removes what is to go. */
final class PoolReconciler {
  private static final String UPGRADE = "UpgradeCluster";

  private final KapsuleSite kapsuleSite;
  private final ClusterStore clusterStore;
  private final NodeLifecycle life;

  PoolReconciler(KapsuleSite kapsuleSite, ClusterStore clusterStore) {
    this.kapsuleSite = kapsuleSite;
    this.clusterStore = clusterStore;
    this.life = new NodeLifecycle(kapsuleSite, this::reconcile);
    kapsuleSite.operations().register(UPGRADE, this::upgraded);
  }

  NodeLifecycle nodeLifecycle() {
    return life;
  }

  /** Begins to upgrade a control plane, whose pools may follow at the end. */
  void upgradeCluster(SimulatedCluster simulatedCluster, boolean pools) {
    simulatedCluster.update =
        kapsuleSite
            .operations()
            .start(
                UPGRADE,
                simulatedCluster.id,
                BooleanNode.valueOf(pools),
                kapsuleSite.timing().clusterChange());
  }

  private void upgraded(LongOperation update) {
    clusterStore
        .withId(update.target())
        .ifPresent(
            simulatedCluster -> {
              simulatedCluster.updatedAt = kapsuleSite.now();
              if (update.input().asBoolean()) {
                simulatedCluster.pools.forEach(this::follow);
              }
            });
  }

  private void follow(SimulatedPool simulatedPool) {
    if (!simulatedPool.version.equals(simulatedPool.cluster.version)) {
      simulatedPool.version = simulatedPool.cluster.version;
      simulatedPool.upgrading = true;
      reconcile(simulatedPool);
    }
  }

  /** Goes on with a cluster of another time, from where it was. */
  void resumeCluster(SimulatedCluster simulatedCluster) {
    for (SimulatedPool simulatedPool : simulatedCluster.pools) {
      simulatedPool.nodes.forEach(life::resume);
      if (!simulatedCluster.isUpdating()) {
        reconcile(simulatedPool);
      }
    }
  }

  /** Takes the next steps towards what the pool should be; harmless at any time. */
  void reconcile(SimulatedPool simulatedPool) {
    if (simulatedPool.deleting) {
      simulatedPool.remainingNodes().forEach(life::remove);
      if (simulatedPool.nodes.isEmpty() && simulatedPool.cluster.pools.remove(simulatedPool)) {
        simulatedPool.cluster.updatedAt = kapsuleSite.now();
      }
    } else if (simulatedPool.upgrading) {
      roll(simulatedPool);
    } else {
      resize(simulatedPool, simulatedPool.settings.size);
    }
  }

  private void resize(SimulatedPool simulatedPool, int size) {
    List<SimulatedNode> staying = simulatedPool.remainingNodes();
    for (int missing = size - staying.size(); missing > 0; missing--) {
      life.create(simulatedPool);
    }
    if (staying.size() > size) {
      List<SimulatedNode> victims = new ArrayList<>(staying);
      victims.sort(
          Comparator.comparing(SimulatedNode::isReady)
              .thenComparing(simulatedNode -> simulatedNode.id));
      victims.subList(0, staying.size() - size).forEach(life::remove);
    }
  }

  /** One step of an upgrade: nodes of the old version are drained and replaced. */
  private void roll(SimulatedPool simulatedPool) {
    PoolSettings settings = simulatedPool.settings;
    List<SimulatedNode> old =
        simulatedPool.remainingNodes().stream()
            .filter(n -> !n.version.equals(simulatedPool.version))
            .toList();
    if (old.isEmpty()) {
      resize(simulatedPool, settings.size);
      finish(simulatedPool);
      return;
    }
    int room = settings.size + settings.maxSurge - simulatedPool.remainingNodes().size();
    for (int more = Math.min(room, settings.size - fresh(simulatedPool)); more > 0; more--) {
      life.create(simulatedPool);
    }
    old.stream().filter(SimulatedNode::isBroken).toList().forEach(life::remove);
    long ready = simulatedPool.nodes.stream().filter(SimulatedNode::isReady).count();
    for (SimulatedNode simulatedNode : old.stream().filter(SimulatedNode::isReady).toList()) {
      if (ready - 1 < settings.size - settings.maxUnavailable) {
        break;
      }
      life.drainAndRemove(simulatedNode);
      ready--;
    }
  }

  private static int fresh(SimulatedPool simulatedPool) {
    return (int)
        simulatedPool.remainingNodes().stream()
            .filter(simulatedNode -> simulatedNode.version.equals(simulatedPool.version))
            .count();
  }

  private void finish(SimulatedPool simulatedPool) {
    List<SimulatedNode> staying = simulatedPool.remainingNodes();
    boolean done =
        staying.size() == simulatedPool.settings.size
            && staying.stream().noneMatch(SimulatedNode::isInTransition);
    if (done) {
      simulatedPool.upgrading = false;
      simulatedPool.updatedAt = kapsuleSite.now();
    }
  }
}
