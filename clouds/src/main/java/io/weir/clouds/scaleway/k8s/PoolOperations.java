package io.weir.clouds.scaleway.k8s;

import static io.weir.clouds.scaleway.k8s.KapsuleOperations.answer;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.http.Routes;
import io.weir.clouds.scaleway.wire.RequestFields;
import io.weir.clouds.scaleway.wire.ScalewayCall;
import io.weir.clouds.scaleway.wire.ScalewayErrorException;
import java.util.Set;

/** What can be done with pools. */
final class PoolOperations {
  private static final Set<String> OF_UPGRADE = Set.of("version");

  private final KapsuleSite kapsuleSite;
  private final ClusterStore clusterStore;
  private final PoolReconciler engine;

  PoolOperations(KapsuleSite kapsuleSite, ClusterStore clusterStore, PoolReconciler engine) {
    this.kapsuleSite = kapsuleSite;
    this.clusterStore = clusterStore;
    this.engine = engine;
  }

  static void register(Routes<KapsuleOperations, ScalewayCall> routes) {
    routes
        .read("ListPools", "/clusters/{id}/pools", answer((k, call) -> k.pools().list(call)))
        .write(
            "CreatePool",
            "POST",
            "/clusters/{id}/pools",
            answer((k, call) -> k.pools().create(call)))
        .read("GetPool", "/pools/{id}", answer((k, call) -> k.pools().get(call)))
        .write("UpdatePool", "PATCH", "/pools/{id}", answer((k, call) -> k.pools().update(call)))
        .write("DeletePool", "DELETE", "/pools/{id}", answer((k, call) -> k.pools().delete(call)))
        .write(
            "UpgradePool",
            "POST",
            "/pools/{id}/upgrade",
            answer((k, call) -> k.pools().upgrade(call)));
  }

  private JsonNode get(ScalewayCall scalewayCall) {
    return ResponseJson.pool(clusterStore.pool(scalewayCall));
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
        new PoolRequestReader(kapsuleSite.seedData(), simulatedCluster, scalewayCall.body()).read();
    quota(simulatedCluster, settings.size);
    SimulatedPool simulatedPool =
        new SimulatedPool(simulatedCluster, kapsuleSite.newId(), settings, kapsuleSite.now());
    simulatedCluster.pools.add(simulatedPool);
    simulatedCluster.updatedAt = kapsuleSite.now();
    kapsuleSite.journal().recordCreation("pool", settings.name);
    engine.reconcile(simulatedPool);
    return ResponseJson.pool(simulatedPool);
  }

  private JsonNode update(ScalewayCall scalewayCall) {
    SimulatedPool simulatedPool = clusterStore.pool(scalewayCall);
    requireChangeable(simulatedPool);
    RequestFields requestFields = new RequestFields(scalewayCall.body());
    requestFields.rejectUnknown(PoolUpdateReader.FIELDS, "cannot be changed");
    PoolSettings settings = simulatedPool.settings.copy();
    new PoolUpdateReader(kapsuleSite.seedData(), settings, requestFields).read();
    requestFields.throwIfInvalid();
    if (settings.size != simulatedPool.settings.size) {
      settled(simulatedPool);
      quota(simulatedPool.cluster, settings.size - simulatedPool.settings.size);
    }
    simulatedPool.settings = settings;
    simulatedPool.updatedAt = kapsuleSite.now();
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
    simulatedPool.updatedAt = kapsuleSite.now();
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
      simulatedPool.updatedAt = kapsuleSite.now();
      engine.reconcile(simulatedPool);
    }
    return ResponseJson.pool(simulatedPool);
  }

  private void quota(SimulatedCluster simulatedCluster, int more) {
    int limit = kapsuleSite.seedData().nodesPerCluster();
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
