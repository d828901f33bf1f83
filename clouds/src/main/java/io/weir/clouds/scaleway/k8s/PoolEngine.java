package io.weir.clouds.scaleway.k8s;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What Kapsule does by itself: it sizes pools, rolls them, and removes what is to go. */
final class PoolEngine {
  private final Place place;
  private final NodeLife life;

  PoolEngine(Place place) {
    this.place = place;
    this.life = new NodeLife(place, this::converge);
  }

  NodeLife life() {
    return life;
  }

  /** Begins to upgrade a control plane, whose pools may follow at the end. */
  void upgrade(Cluster cluster, boolean pools) {
    cluster.updating = true;
    cluster.poolsFollow = pools;
    place.later(
        place.timing().clusterChange(),
        () -> {
          cluster.updating = false;
          cluster.updatedAt = place.now();
          if (cluster.poolsFollow) {
            cluster.pools.forEach(this::follow);
          }
        });
  }

  private void follow(Pool pool) {
    if (!pool.version.equals(pool.cluster.version)) {
      pool.version = pool.cluster.version;
      pool.upgrading = true;
      converge(pool);
    }
  }

  /** Goes on with a cluster of another time, from where it was. */
  void goOn(Cluster cluster) {
    if (cluster.updating) {
      upgrade(cluster, cluster.poolsFollow);
    }
    for (Pool pool : cluster.pools) {
      pool.nodes.forEach(life::goOn);
      if (!cluster.updating) {
        converge(pool);
      }
    }
  }

  /** Takes the next steps towards what the pool should be; harmless at any time. */
  void converge(Pool pool) {
    if (pool.deleting) {
      pool.staying().forEach(life::remove);
      if (pool.nodes.isEmpty() && pool.cluster.pools.remove(pool)) {
        pool.cluster.updatedAt = place.now();
      }
    } else if (pool.upgrading) {
      roll(pool);
    } else {
      resize(pool, pool.settings.size);
    }
  }

  private void resize(Pool pool, int size) {
    List<Node> staying = pool.staying();
    for (int missing = size - staying.size(); missing > 0; missing--) {
      life.create(pool);
    }
    if (staying.size() > size) {
      List<Node> victims = new ArrayList<>(staying);
      victims.sort(Comparator.comparing(Node::ready).thenComparing(node -> node.id));
      victims.subList(0, staying.size() - size).forEach(life::remove);
    }
  }

  /** One step of an upgrade: nodes of the old version are drained and replaced. */
  private void roll(Pool pool) {
    PoolSettings settings = pool.settings;
    List<Node> old = pool.staying().stream().filter(n -> !n.version.equals(pool.version)).toList();
    if (old.isEmpty()) {
      resize(pool, settings.size);
      finish(pool);
      return;
    }
    int room = settings.size + settings.maxSurge - pool.staying().size();
    for (int more = Math.min(room, settings.size - fresh(pool)); more > 0; more--) {
      life.create(pool);
    }
    old.stream().filter(Node::broken).toList().forEach(life::remove);
    long ready = pool.nodes.stream().filter(Node::ready).count();
    for (Node node : old.stream().filter(Node::ready).toList()) {
      if (ready - 1 < settings.size - settings.maxUnavailable) {
        break;
      }
      life.retire(node);
      ready--;
    }
  }

  private static int fresh(Pool pool) {
    return (int) pool.staying().stream().filter(node -> node.version.equals(pool.version)).count();
  }

  private void finish(Pool pool) {
    List<Node> staying = pool.staying();
    boolean done = staying.size() == pool.settings.size && staying.stream().noneMatch(Node::moving);
    if (done) {
      pool.upgrading = false;
      pool.updatedAt = place.now();
    }
  }
}
