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
    SimulatedCluster simulatedCluster = clusterStore.cluster(scalewayCall);
    requireChangeable(simulatedCluster);
    PoolSettings settings =
        new PoolRequestReader(kapsuleContext.seedData(), simulatedCluster, scalewayCall.body())
            .read();
    quota(simulatedCluster, settings.size);
    SimulatedPool simulatedPool =
        new SimulatedPool(simulatedCluster, kapsuleContext.newId(), settings, kapsuleContext.now());
    simulatedCluster.pools.add(simulatedPool);
    simulatedCluster.updatedAt = kapsuleContext.now();
    kapsuleContext.journal().recordCreation("pool", settings.name);
    engine.reconcile(simulatedPool);
    return ResponseJson.pool(simulatedPool);
  }

  private JsonNode update(ScalewayCall scalewayCall) {
    SimulatedPool simulatedPool = clusterStore.pool(scalewayCall);
    requireChangeable(simulatedPool);
    RequestFields requestFields = new RequestFields(scalewayCall.body());
    requestFields.rejectUnknown(PoolUpdateReader.FIELDS, "cannot be changed");
    PoolSettings settings = simulatedPool.settings.copy();
    new PoolUpdateReader(kapsuleContext.seedData(), settings, requestFields).read();
    requestFields.throwIfInvalid();
    if (settings.size != simulatedPool.settings.size) {
      settled(simulatedPool);
      quota(simulatedPool.cluster, settings.size - simulatedPool.settings.size);
    }
    simulatedPool.settings = settings;
    simulatedPool.updatedAt = kapsuleContext.now();
    engine.reconcile(simulatedPool);
    return ResponseJson.pool(simulatedPool);
  }

  private JsonNode upgrade(ScalewayCall scalewayCall) {
    SimulatedPool simulatedPool = clusterStore.pool(scalewayCall);
    requireChangeable(simulatedPool);
    settled(simulatedPool);
    RequestFields requestFields = new RequestFields(scalewayCall.body());
    requestFields.rejectUnknown(OF_UPGRADE, "is not a field of an upgrade");
    String version = requestFields.required("version");
    requestFields.require(
        version.isEmpty() || version.equals(simulatedPool.cluster.version),
        "version",
        "must be the version of the cluster, " + simulatedPool.cluster.version);
    requestFields.require(
        !version.equals(simulatedPool.version), "version", "is the version of the pool already");
    requestFields.throwIfInvalid();
    simulatedPool.version = version;
    simulatedPool.upgrading = !simulatedPool.settings.isExternal();
    simulatedPool.updatedAt = kapsuleContext.now();
    engine.reconcile(simulatedPool);
    return ResponseJson.pool(simulatedPool);
  }

  private JsonNode delete(ScalewayCall scalewayCall) {
    SimulatedPool simulatedPool = clusterStore.pool(scalewayCall);
    if (simulatedPool.locked) {
      throw ScalewayErrorException.resourceLocked("pool", simulatedPool.id);
    }
    requireChangeable(simulatedPool.cluster);
    if (!simulatedPool.deleting) {
      simulatedPool.deleting = true;
      simulatedPool.updatedAt = kapsuleContext.now();
      engine.reconcile(simulatedPool);
    }
    return ResponseJson.pool(simulatedPool);
  }

  private void quota(SimulatedCluster simulatedCluster, int more) {
    int limit = kapsuleContext.seedData().nodesPerCluster();
    int now =
        simulatedCluster.pools.stream()
            .mapToInt(simulatedPool -> simulatedPool.settings.size)
            .sum();
    if (more > 0 && now + more > limit) {
      throw ScalewayErrorException.quotaExceeded("k8s_nodes_per_cluster", limit, now);
    }
  }

  static void requireChangeable(SimulatedPool simulatedPool) {
    if (simulatedPool.locked) {
      throw ScalewayErrorException.resourceLocked("pool", simulatedPool.id);
    }
    if (simulatedPool.deleting) {
      throw ScalewayErrorException.transientState("pool", simulatedPool.id, "deleting");
    }
    requireChangeable(simulatedPool.cluster);
  }

  /** Scaleway's documentation: pools cannot be resized while an upgrade runs. */
  private static void settled(SimulatedPool simulatedPool) {
    if (simulatedPool.upgrading) {
      throw ScalewayErrorException.transientState("pool", simulatedPool.id, "upgrading");
    }
  }

  private static void requireChangeable(SimulatedCluster simulatedCluster) {
    String status = simulatedCluster.status();
    if (status.equals("locked")) {
      throw ScalewayErrorException.resourceLocked("cluster", simulatedCluster.id);
    }
    if (!Set.of("ready", "pool_required").contains(status)) {
      throw ScalewayErrorException.transientState("cluster", simulatedCluster.id, status);
    }
  }
}
