package io.weir.clouds.scaleway.k8s;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What Kapsule does by itself: it sizes pools, rolls them, and removes what is to go. */
final class PoolReconciler {
  private final KapsuleContext kapsuleContext;
  private final NodeLifecycle life;

  PoolReconciler(KapsuleContext kapsuleContext) {
    this.kapsuleContext = kapsuleContext;
    this.life = new NodeLifecycle(kapsuleContext, this::reconcile);
  }

  NodeLifecycle nodeLifecycle() {
    return life;
  }

  /** Begins to upgrade a control plane, whose pools may follow at the end. */
  void upgradeCluster(Cluster cluster, boolean pools) {
    cluster.updating = true;
    cluster.upgradesPools = pools;
    kapsuleContext.runLater(
        kapsuleContext.timing().clusterChange(),
        () -> {
          cluster.updating = false;
          cluster.updatedAt = kapsuleContext.now();
          if (cluster.upgradesPools) {
            cluster.pools.forEach(this::follow);
          }
        });
  }

  private void follow(Pool pool) {
    if (!pool.version.equals(pool.cluster.version)) {
      pool.version = pool.cluster.version;
      pool.upgrading = true;
      reconcile(pool);
    }
  }

  /** Goes on with a cluster of another time, from where it was. */
  void resumeCluster(Cluster cluster) {
    if (cluster.updating) {
      upgradeCluster(cluster, cluster.upgradesPools);
    }
    for (Pool pool : cluster.pools) {
      pool.nodes.forEach(life::resume);
      if (!cluster.updating) {
        reconcile(pool);
      }
    }
  }

  /** Takes the next steps towards what the pool should be; harmless at any time. */
  void reconcile(Pool pool) {
    if (pool.deleting) {
      pool.remainingNodes().forEach(life::remove);
      if (pool.nodes.isEmpty() && pool.cluster.pools.remove(pool)) {
        pool.cluster.updatedAt = kapsuleContext.now();
      }
    } else if (pool.upgrading) {
      roll(pool);
    } else {
      resize(pool, pool.settings.size);
    }
  }

  private void resize(Pool pool, int size) {
    List<Node> staying = pool.remainingNodes();
    for (int missing = size - staying.size(); missing > 0; missing--) {
      life.create(pool);
    }
    if (staying.size() > size) {
      List<Node> victims = new ArrayList<>(staying);
      victims.sort(Comparator.comparing(Node::isReady).thenComparing(node -> node.id));
      victims.subList(0, staying.size() - size).forEach(life::remove);
    }
  }

  /** One step of an upgrade: nodes of the old version are drained and replaced. */
  private void roll(Pool pool) {
    PoolSettings settings = pool.settings;
    List<Node> old =
        pool.remainingNodes().stream().filter(n -> !n.version.equals(pool.version)).toList();
    if (old.isEmpty()) {
      resize(pool, settings.size);
      finish(pool);
      return;
    }
    int room = settings.size + settings.maxSurge - pool.remainingNodes().size();
    for (int more = Math.min(room, settings.size - fresh(pool)); more > 0; more--) {
      life.create(pool);
    }
    old.stream().filter(Node::isBroken).toList().forEach(life::remove);
    long ready = pool.nodes.stream().filter(Node::isReady).count();
    for (Node node : old.stream().filter(Node::isReady).toList()) {
      if (ready - 1 < settings.size - settings.maxUnavailable) {
        break;
      }
      life.drainAndRemove(node);
      ready--;
    }
  }

  private static int fresh(Pool pool) {
    return (int)
        pool.remainingNodes().stream().filter(node -> node.version.equals(pool.version)).count();
  }

  private void finish(Pool pool) {
    List<Node> staying = pool.remainingNodes();
    boolean done =
        staying.size() == pool.settings.size && staying.stream().noneMatch(Node::isInTransition);
    if (done) {
      pool.upgrading = false;
      pool.updatedAt = kapsuleContext.now();
    }
  }
}
