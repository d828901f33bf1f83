package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.scaleway.wire.RequestFields;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.util.Set;

/** What can be done with pools. */
final class PoolOperations {
  private static final Set<String> OF_UPGRADE = Set.of("version");

  private final KapsuleContext kapsuleContext;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  PoolOperations(KapsuleContext kapsuleContext, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleContext = kapsuleContext;
    this.clusterStore = clusterStore;
    this.engine = engine;
  }

  void register(Routes routes) {
    routes.addRead("ListPools", "/clusters/*/pools", this::list);
    routes.addWrite("CreatePool", "POST", "/clusters/*/pools", this::create);
    routes.addRead(
        "GetPool", "/pools/*", scalewayCall -> ResponseJson.pool(clusterStore.pool(scalewayCall)));
    routes.addWrite("UpdatePool", "PATCH", "/pools/*", this::update);
    routes.addWrite("DeletePool", "DELETE", "/pools/*", this::delete);
    routes.addWrite("UpgradePool", "POST", "/pools/*/upgrade", this::upgrade);
  }

  private JsonNode list(ScalewayCall scalewayCall) {
    return ListResponse.of(
        scalewayCall,
        "pools",
        clusterStore.cluster(scalewayCall).pools.stream().map(ResponseJson::pool));
  }

  private JsonNode create(ScalewayCall scalewayCall) {
    Cluster cluster = clusterStore.cluster(scalewayCall);
    requireChangeable(cluster);
    PoolSettings settings =
        new PoolRequestReader(kapsuleContext.fixture(), cluster, scalewayCall.body()).read();
    quota(cluster, settings.size);
    Pool pool = new Pool(cluster, kapsuleContext.newId(), settings, kapsuleContext.now());
    cluster.pools.add(pool);
    cluster.updatedAt = kapsuleContext.now();
    kapsuleContext.journal().recordCreation("pool", settings.name);
    engine.reconcile(pool);
    return ResponseJson.pool(pool);
  }

  private JsonNode update(ScalewayCall scalewayCall) {
    Pool pool = clusterStore.pool(scalewayCall);
    requireChangeable(pool);
    RequestFields requestFields = new RequestFields(scalewayCall.body());
    requestFields.rejectUnknown(PoolUpdateReader.FIELDS, "cannot be changed");
    PoolSettings settings = pool.settings.copy();
    new PoolUpdateReader(kapsuleContext.fixture(), settings, requestFields).read();
    requestFields.throwIfInvalid();
    if (settings.size != pool.settings.size) {
      settled(pool);
      quota(pool.cluster, settings.size - pool.settings.size);
    }
    pool.settings = settings;
    pool.updatedAt = kapsuleContext.now();
    engine.reconcile(pool);
    return ResponseJson.pool(pool);
  }

  private JsonNode upgrade(ScalewayCall scalewayCall) {
    Pool pool = clusterStore.pool(scalewayCall);
    requireChangeable(pool);
    settled(pool);
    RequestFields requestFields = new RequestFields(scalewayCall.body());
    requestFields.rejectUnknown(OF_UPGRADE, "is not a field of an upgrade");
    String version = requestFields.required("version");
    requestFields.require(
        version.isEmpty() || version.equals(pool.cluster.version),
        "version",
        "must be the version of the cluster, " + pool.cluster.version);
    requestFields.require(
        !version.equals(pool.version), "version", "is the version of the pool already");
    requestFields.throwIfInvalid();
    pool.version = version;
    pool.upgrading = !pool.settings.isExternal();
    pool.updatedAt = kapsuleContext.now();
    engine.reconcile(pool);
    return ResponseJson.pool(pool);
  }

  private JsonNode delete(ScalewayCall scalewayCall) {
    Pool pool = clusterStore.pool(scalewayCall);
    if (pool.locked) {
      throw ScalewayErrorException.resourceLocked("pool", pool.id);
    }
    requireChangeable(pool.cluster);
    if (!pool.deleting) {
      pool.deleting = true;
      pool.updatedAt = kapsuleContext.now();
      engine.reconcile(pool);
    }
    return ResponseJson.pool(pool);
  }

  private void quota(Cluster cluster, int more) {
    int limit = kapsuleContext.fixture().nodesPerCluster();
    int now = cluster.pools.stream().mapToInt(pool -> pool.settings.size).sum();
    if (more > 0 && now + more > limit) {
      throw ScalewayErrorException.quotaExceeded("k8s_nodes_per_cluster", limit, now);
    }
  }

  static void requireChangeable(Pool pool) {
    if (pool.locked) {
      throw ScalewayErrorException.resourceLocked("pool", pool.id);
    }
    if (pool.deleting) {
      throw ScalewayErrorException.transientState("pool", pool.id, "deleting");
    }
    requireChangeable(pool.cluster);
  }

  /** Scaleway's documentation: pools cannot be resized while an upgrade runs. */
  private static void settled(Pool pool) {
    if (pool.upgrading) {
      throw ScalewayErrorException.transientState("pool", pool.id, "upgrading");
    }
  }

  private static void requireChangeable(Cluster cluster) {
    String status = cluster.status();
    if (status.equals("locked")) {
      throw ScalewayErrorException.resourceLocked("cluster", cluster.id);
    }
    if (!Set.of("ready", "pool_required").contains(status)) {
      throw ScalewayErrorException.transientState("cluster", cluster.id, status);
    }
  }
}
