package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.scaleway.fixture.Project;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the cloud does unasked, on command of a test. Ids are those of the API. */
public final class KapsuleAdmin {
  private final KapsuleContext kapsuleContext;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  KapsuleAdmin(KapsuleContext kapsuleContext, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleContext = kapsuleContext;
    this.clusterStore = clusterStore;
    this.engine = engine;
  }

  /**
   * Makes a cluster that is there at once.
   *
   * @return its id
   * @throws IllegalArgumentException if project, region or version do not exist
   */
  public String addCluster(ClusterSpec seed) {
    Project project =
        kapsuleContext
            .fixture()
            .project(seed.projectId())
            .orElseThrow(() -> new IllegalArgumentException("no project " + seed.projectId()));
    if (kapsuleContext.fixture().region(seed.region()).isEmpty()
        || !kapsuleContext.fixture().versions().contains(seed.version())) {
      throw new IllegalArgumentException("no such region or version: " + seed);
    }
    return kapsuleContext.withLock(
        () -> {
          Cluster cluster =
              new Cluster(
                  kapsuleContext.newId(), seed, project.organizationId(), kapsuleContext.now());
          clusterStore.all.add(cluster);
          return cluster.id;
        });
  }

  /** Removes a cluster with all that is in it, at once. */
  public void removeCluster(String clusterId) {
    onCluster(
        clusterId,
        cluster -> {
          cluster.pools.forEach(pool -> pool.nodes.forEach(engine.nodeLifecycle()::kill));
          clusterStore.all.remove(cluster);
        });
  }

  /** Upgrades the control plane of a cluster, and its pools if they are to follow. */
  public void upgradeCluster(String clusterId, String version, boolean pools) {
    onCluster(
        clusterId,
        cluster -> {
          cluster.version = version;
          cluster.updatedAt = kapsuleContext.now();
          engine.upgradeCluster(cluster, pools);
        });
  }

  /**
   * Shows a cluster in a status until {@link #clearForcedStatus}, such as {@code locked} or {@code
   * creating}.
   */
  public void forceClusterStatus(String clusterId, String status) {
    onCluster(clusterId, cluster -> cluster.forcedStatus = status);
  }

  /** Shows a cluster in its true status again. */
  public void clearForcedStatus(String clusterId) {
    onCluster(clusterId, cluster -> cluster.forcedStatus = null);
  }

  /**
   * Sizes a pool as its autoscaler would.
   *
   * @throws IllegalStateException if it does not scale by itself, or not so far
   */
  public void resizeByAutoscaler(String poolId, int size) {
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
          pool.updatedAt = kapsuleContext.now();
          engine.reconcile(pool);
        });
  }

  /** Locks or unlocks a pool. */
  public void setPoolLocked(String poolId, boolean locked) {
    onPool(poolId, pool -> pool.locked = locked);
  }

  /** Ends the instance of a node without warning; false if there is no such node or instance. */
  public boolean kill(String nodeOrInstanceId) {
    return kapsuleContext.withLock(
        () -> {
          Optional<Node> found =
              clusterStore
                  .nodes()
                  .filter(
                      n -> n.id.equals(nodeOrInstanceId) || n.instanceId.equals(nodeOrInstanceId))
                  .filter(n -> n.running)
                  .findFirst();
          found.ifPresent(engine.nodeLifecycle()::kill);
          return found.isPresent();
        });
  }

  /** Whether Kapsule still has a node with this provider id. */
  public boolean hasNode(String providerId) {
    return kapsuleContext.withLock(
        () -> clusterStore.nodes().anyMatch(node -> node.providerId().equals(providerId)));
  }

  /** All clusters, as the API gives them. */
  public List<ObjectNode> clusters() {
    return kapsuleContext.withLock(
        () ->
            clusterStore.all.stream()
                .map(one -> ResponseJson.cluster(one, kapsuleContext.fixture()))
                .toList());
  }

  /** All nodes, as people see their instances. */
  public List<InstanceState> instances() {
    return kapsuleContext.withLock(() -> clusterStore.nodes().map(KapsuleAdmin::seen).toList());
  }

  private static InstanceState seen(Node node) {
    PoolSettings pool = node.pool.settings;
    return new InstanceState(
        node.instanceId, pool.name, pool.zone, node.instanceState(), node.stage());
  }

  /** All pools, as the API gives them. */
  public List<ObjectNode> pools() {
    return kapsuleContext.withLock(() -> clusterStore.pools().map(ResponseJson::pool).toList());
  }

  /** All nodes, as the API gives them. */
  public List<ObjectNode> nodes() {
    return kapsuleContext.withLock(() -> clusterStore.nodes().map(ResponseJson::node).toList());
  }

  /** What was asked for and is there, by cluster and pool; without ids and times. */
  public Map<String, Object> comparableState() {
    return kapsuleContext.withLock(
        () -> {
          Map<String, Object> picture = new TreeMap<>();
          clusterStore
              .pools()
              .forEach(
                  pool -> {
                    ObjectNode whole = ResponseJson.pool(pool);
                    whole.remove(List.of("id", "cluster_id", "created_at", "updated_at"));
                    whole.put("nodes", pool.nodes.size());
                    picture.merge(
                        pool.cluster.spec.name() + "/" + pool.settings.name,
                        List.of(whole),
                        KapsuleAdmin::both);
                  });
          return picture;
        });
  }

  private static Object both(Object some, Object more) {
    return Stream.concat(((List<?>) some).stream(), ((List<?>) more).stream()).toList();
  }

  private void onCluster(String id, Consumer<Cluster> work) {
    Cluster _ =
        kapsuleContext.withLock(
            () -> {
              Cluster cluster =
                  clusterStore
                      .withId(id)
                      .orElseThrow(() -> new IllegalArgumentException("no cluster " + id));
              work.accept(cluster);
              return cluster;
            });
  }

  private void onPool(String id, Consumer<Pool> work) {
    Pool _ =
        kapsuleContext.withLock(
            () -> {
              Pool pool =
                  clusterStore
                      .pools()
                      .filter(one -> one.id.equals(id))
                      .findFirst()
                      .orElseThrow(() -> new IllegalArgumentException("no pool " + id));
              work.accept(pool);
              return pool;
            });
  }
}
