package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.scaleway.world.Project;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the cloud does unasked, on command of a test. Ids are those of the API. */
public final class Hand {
  private final Place place;
  private final Clusters clusters;
  private final PoolEngine engine;

  Hand(Place place, Clusters clusters, PoolEngine engine) {
    this.place = place;
    this.clusters = clusters;
    this.engine = engine;
  }

  /**
   * Makes a cluster that is there at once.
   *
   * @return its id
   * @throws IllegalArgumentException if project, region or version do not exist
   */
  public String addCluster(ClusterSeed seed) {
    Project project =
        place
            .world()
            .project(seed.projectId())
            .orElseThrow(() -> new IllegalArgumentException("no project " + seed.projectId()));
    if (place.world().region(seed.region()).isEmpty()
        || !place.world().versions().contains(seed.version())) {
      throw new IllegalArgumentException("no such region or version: " + seed);
    }
    return place.locked(
        () -> {
          Cluster cluster = new Cluster(place.newId(), seed, project.organizationId(), place.now());
          clusters.all.add(cluster);
          return cluster.id;
        });
  }

  /** Removes a cluster with all that is in it, at once. */
  public void removeCluster(String clusterId) {
    onCluster(
        clusterId,
        cluster -> {
          cluster.pools.forEach(pool -> pool.nodes.forEach(engine.life()::kill));
          clusters.all.remove(cluster);
        });
  }

  /** Upgrades the control plane of a cluster, and its pools if they are to follow. */
  public void upgradeCluster(String clusterId, String version, boolean pools) {
    onCluster(
        clusterId,
        cluster -> {
          cluster.version = version;
          cluster.updatedAt = place.now();
          engine.upgrade(cluster, pools);
        });
  }

  /**
   * Shows a cluster in a status until {@link #freeCluster}, such as {@code locked} or {@code
   * creating}.
   */
  public void forceCluster(String clusterId, String status) {
    onCluster(clusterId, cluster -> cluster.forcedStatus = status);
  }

  /** Shows a cluster in its true status again. */
  public void freeCluster(String clusterId) {
    onCluster(clusterId, cluster -> cluster.forcedStatus = null);
  }

  /**
   * Sizes a pool as its autoscaler would.
   *
   * @throws IllegalStateException if it does not scale by itself, or not so far
   */
  public void autoscale(String poolId, int size) {
    onPool(
        poolId,
        pool -> {
          PoolSettings settings = pool.settings;
          if (!settings.autoscaling || size < settings.minSize || size > settings.maxSize) {
            throw new IllegalStateException(
                "the autoscaler would not size pool %s to %d".formatted(settings.name, size));
          }
          pool.settings = settings.copy();
          pool.settings.size = size;
          pool.updatedAt = place.now();
          engine.converge(pool);
        });
  }

  /** Locks or unlocks a pool. */
  public void lockPool(String poolId, boolean locked) {
    onPool(poolId, pool -> pool.locked = locked);
  }

  /** Ends the instance of a node without warning; false if there is no such node or instance. */
  public boolean kill(String nodeOrInstanceId) {
    return place.locked(
        () -> {
          Optional<Node> found =
              clusters
                  .nodes()
                  .filter(
                      n -> n.id.equals(nodeOrInstanceId) || n.instanceId.equals(nodeOrInstanceId))
                  .filter(n -> n.running)
                  .findFirst();
          found.ifPresent(engine.life()::kill);
          return found.isPresent();
        });
  }

  /** Whether Kapsule still has a node with this provider id. */
  public boolean exists(String providerId) {
    return place.locked(
        () -> clusters.nodes().anyMatch(node -> node.providerId().equals(providerId)));
  }

  /** All clusters, as the API gives them. */
  public List<ObjectNode> clusters() {
    return place.locked(
        () -> clusters.all.stream().map(one -> Pictures.cluster(one, place.world())).toList());
  }

  /** All nodes, as people see their instances. */
  public List<InstanceState> instances() {
    return place.locked(() -> clusters.nodes().map(Hand::seen).toList());
  }

  private static InstanceState seen(Node node) {
    PoolSettings pool = node.pool.settings;
    return new InstanceState(
        node.instanceId, pool.name, pool.zone, node.instanceState(), node.stage());
  }

  /** All pools, as the API gives them. */
  public List<ObjectNode> pools() {
    return place.locked(() -> clusters.pools().map(Pictures::pool).toList());
  }

  /** All nodes, as the API gives them. */
  public List<ObjectNode> nodes() {
    return place.locked(() -> clusters.nodes().map(Pictures::node).toList());
  }

  /** What was asked for and is there, by cluster and pool; without ids and times. */
  public Map<String, Object> picture() {
    return place.locked(
        () -> {
          Map<String, Object> picture = new TreeMap<>();
          clusters
              .pools()
              .forEach(
                  pool -> {
                    ObjectNode whole = Pictures.pool(pool);
                    whole.remove(List.of("id", "cluster_id", "created_at", "updated_at"));
                    whole.put("nodes", pool.nodes.size());
                    picture.merge(
                        pool.cluster.seed.name() + "/" + pool.settings.name,
                        List.of(whole),
                        Hand::both);
                  });
          return picture;
        });
  }

  private static Object both(Object some, Object more) {
    return Stream.concat(((List<?>) some).stream(), ((List<?>) more).stream()).toList();
  }

  private void onCluster(String id, Consumer<Cluster> work) {
    Cluster _ =
        place.locked(
            () -> {
              Cluster cluster =
                  clusters
                      .withId(id)
                      .orElseThrow(() -> new IllegalArgumentException("no cluster " + id));
              work.accept(cluster);
              return cluster;
            });
  }

  private void onPool(String id, Consumer<Pool> work) {
    Pool _ =
        place.locked(
            () -> {
              Pool pool =
                  clusters
                      .pools()
                      .filter(one -> one.id.equals(id))
                      .findFirst()
                      .orElseThrow(() -> new IllegalArgumentException("no pool " + id));
              work.accept(pool);
              return pool;
            });
  }
}
