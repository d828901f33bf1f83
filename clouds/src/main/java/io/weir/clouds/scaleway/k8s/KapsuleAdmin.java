package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import io.weir.clouds.scaleway.seed.Project;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the cloud does unasked, on command of a test. Ids are those of the API. */
public final class KapsuleAdmin {
  private final KapsuleSite kapsuleSite;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  KapsuleAdmin(KapsuleSite kapsuleSite, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleSite = kapsuleSite;
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
        kapsuleSite
            .seedData()
            .project(seed.projectId())
            .orElseThrow(() -> new IllegalArgumentException("no project " + seed.projectId()));
    if (kapsuleSite.seedData().region(seed.region()).isEmpty()
        || !kapsuleSite.seedData().versions().contains(seed.version())) {
      throw new IllegalArgumentException("no such region or version: " + seed);
    }
    return kapsuleSite.withLock(
        () -> {
          SimulatedCluster simulatedCluster =
              new SimulatedCluster(
                  kapsuleSite.newId(), seed, project.organizationId(), kapsuleSite.now());
          clusterStore.all.add(simulatedCluster);
          return simulatedCluster.id;
        });
  }

  /** Removes a cluster with all that is in it, at once. */
  public void removeCluster(String clusterId) {
    onCluster(
        clusterId,
        simulatedCluster -> {
          simulatedCluster.pools.forEach(
              simulatedPool -> simulatedPool.nodes.forEach(engine.nodeLifecycle()::kill));
          clusterStore.all.remove(simulatedCluster);
        });
  }

  /** Upgrades the control plane of a cluster, and its pools if they are to follow. */
  public void upgradeCluster(String clusterId, String version, boolean pools) {
    onCluster(
        clusterId,
        simulatedCluster -> {
          simulatedCluster.version = version;
          simulatedCluster.updatedAt = kapsuleSite.now();
          engine.upgradeCluster(simulatedCluster, pools);
        });
  }

  /**
   * Shows a cluster in a status until {@link #clearForcedStatus}, such as {@code locked} or {@code
   * creating}.
   */
  public void forceClusterStatus(String clusterId, String status) {
    onCluster(clusterId, simulatedCluster -> simulatedCluster.forcedStatus = status);
  }

  /** Shows a cluster in its true status again. */
  public void clearForcedStatus(String clusterId) {
    onCluster(clusterId, simulatedCluster -> simulatedCluster.forcedStatus = null);
  }

  /**
   * Sizes a pool as its autoscaler would.
   *
   * @throws IllegalStateException if it does not scale by itself, or not so far
   */
  public void resizeByAutoscaler(String poolId, int size) {
    onPool(
        poolId,
        simulatedPool -> {
          PoolSettings settings = simulatedPool.settings;
          if (!settings.autoscaling || size < settings.minSize || size > settings.maxSize) {
            throw new IllegalStateException(
                "the autoscaler would not size pool %s to %d".formatted(settings.name, size));
          }
          simulatedPool.settings = settings.copy();
          simulatedPool.settings.size = size;
          simulatedPool.updatedAt = kapsuleSite.now();
          engine.reconcile(simulatedPool);
        });
  }

  /** Locks or unlocks a pool. */
  public void setPoolLocked(String poolId, boolean locked) {
    onPool(poolId, simulatedPool -> simulatedPool.locked = locked);
  }

  /** Ends the instance of a node without warning; false if there is no such node or instance. */
  public boolean kill(String nodeOrInstanceId) {
    return kapsuleSite.withLock(
        () -> {
          Optional<SimulatedNode> found =
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
    return kapsuleSite.withLock(
        () ->
            clusterStore
                .nodes()
                .anyMatch(simulatedNode -> simulatedNode.providerId().equals(providerId)));
  }

  /** All clusters, as the API gives them. */
  public List<ObjectNode> clusters() {
    return kapsuleSite.withLock(
        () ->
            clusterStore.all.stream()
                .map(one -> ResponseJson.cluster(one, kapsuleSite.seedData()))
                .toList());
  }

  /** All nodes, as people see their instances. */
  public List<InstanceState> instances() {
    return kapsuleSite.withLock(() -> clusterStore.nodes().map(KapsuleAdmin::seen).toList());
  }

  private static InstanceState seen(SimulatedNode simulatedNode) {
    PoolSettings pool = simulatedNode.pool.settings;
    return new InstanceState(
        simulatedNode.instanceId,
        pool.name,
        pool.zone,
        simulatedNode.instanceState(),
        simulatedNode.phase());
  }

  /** All pools, as the API gives them. */
  public List<ObjectNode> pools() {
    return kapsuleSite.withLock(() -> clusterStore.pools().map(ResponseJson::pool).toList());
  }

  /** All nodes, as the API gives them. */
  public List<ObjectNode> nodes() {
    return kapsuleSite.withLock(() -> clusterStore.nodes().map(ResponseJson::node).toList());
  }

  /** What was asked for and is there, by cluster and pool; without ids and times. */
  public Map<String, Object> comparableState() {
    return kapsuleSite.withLock(
        () -> {
          Map<String, Object> picture = new TreeMap<>();
          clusterStore
              .pools()
              .forEach(
                  simulatedPool -> {
                    ObjectNode whole = ResponseJson.pool(simulatedPool);
                    whole.remove(List.of("id", "cluster_id", "created_at", "updated_at"));
                    whole.put("nodes", simulatedPool.nodes.size());
                    picture.merge(
                        simulatedPool.cluster.spec.name() + "/" + simulatedPool.settings.name,
                        List.of(whole),
                        KapsuleAdmin::both);
                  });
          return picture;
        });
  }

  private static Object both(Object some, Object more) {
    return Stream.concat(((List<?>) some).stream(), ((List<?>) more).stream()).toList();
  }

  private void onCluster(String id, Consumer<SimulatedCluster> work) {
    SimulatedCluster _ =
        kapsuleSite.withLock(
            () -> {
              SimulatedCluster simulatedCluster =
                  clusterStore
                      .withId(id)
                      .orElseThrow(() -> new IllegalArgumentException("no cluster " + id));
              work.accept(simulatedCluster);
              return simulatedCluster;
            });
  }

  private void onPool(String id, Consumer<SimulatedPool> work) {
    SimulatedPool _ =
        kapsuleSite.withLock(
            () -> {
              SimulatedPool simulatedPool =
                  clusterStore
                      .pools()
                      .filter(one -> one.id.equals(id))
                      .findFirst()
                      .orElseThrow(() -> new IllegalArgumentException("no pool " + id));
              work.accept(simulatedPool);
              return simulatedPool;
            });
  }
}
