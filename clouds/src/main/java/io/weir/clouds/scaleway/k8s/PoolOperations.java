package io.weir.clouds.scaleway.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.scaleway.wire.Call;
import io.weir.clouds.scaleway.wire.Fields;
import io.weir.clouds.scaleway.wire.Refusal;
import io.weir.clouds.scaleway.wire.Routes;
import java.util.Set;

/** What can be done with pools. */
final class PoolOperations {
  private static final Set<String> OF_UPGRADE = Set.of("version");

  private final Place place;
  private final Clusters clusters;
  private final PoolEngine engine;

  PoolOperations(Place place, Clusters clusters, PoolEngine engine) {
    this.place = place;
    this.clusters = clusters;
    this.engine = engine;
  }

  void register(Routes routes) {
    routes.read("ListPools", "/clusters/*/pools", this::list);
    routes.write("CreatePool", "POST", "/clusters/*/pools", this::create);
    routes.read("GetPool", "/pools/*", call -> Pictures.pool(clusters.pool(call)));
    routes.write("UpdatePool", "PATCH", "/pools/*", this::update);
    routes.write("DeletePool", "DELETE", "/pools/*", this::delete);
    routes.write("UpgradePool", "POST", "/pools/*/upgrade", this::upgrade);
  }

  private JsonNode list(Call call) {
    return Listing.of(call, "pools", clusters.cluster(call).pools.stream().map(Pictures::pool));
  }

  private JsonNode create(Call call) {
    Cluster cluster = clusters.cluster(call);
    changeable(cluster);
    PoolSettings settings = new PoolReader(place.world(), cluster, call.body()).read();
    quota(cluster, settings.size);
    Pool pool = new Pool(cluster, place.newId(), settings, place.now());
    cluster.pools.add(pool);
    cluster.updatedAt = place.now();
    place.journal().created("pool", settings.name);
    engine.converge(pool);
    return Pictures.pool(pool);
  }

  private JsonNode update(Call call) {
    Pool pool = clusters.pool(call);
    changeable(pool);
    Fields fields = new Fields(call.body());
    fields.only(PoolChanges.FIELDS, "cannot be changed");
    PoolSettings settings = pool.settings.copy();
    new PoolChanges(place.world(), settings, fields).read();
    fields.check();
    if (settings.size != pool.settings.size) {
      settled(pool);
      quota(pool.cluster, settings.size - pool.settings.size);
    }
    pool.settings = settings;
    pool.updatedAt = place.now();
    engine.converge(pool);
    return Pictures.pool(pool);
  }

  private JsonNode upgrade(Call call) {
    Pool pool = clusters.pool(call);
    changeable(pool);
    settled(pool);
    Fields fields = new Fields(call.body());
    fields.only(OF_UPGRADE, "is not a field of an upgrade");
    String version = fields.required("version");
    fields.demand(
        version.isEmpty() || version.equals(pool.cluster.version),
        "version",
        "must be the version of the cluster, " + pool.cluster.version);
    fields.demand(!version.equals(pool.version), "version", "is the version of the pool already");
    fields.check();
    pool.version = version;
    pool.upgrading = !pool.settings.external();
    pool.updatedAt = place.now();
    engine.converge(pool);
    return Pictures.pool(pool);
  }

  private JsonNode delete(Call call) {
    Pool pool = clusters.pool(call);
    if (pool.locked) {
      throw Refusal.locked("pool", pool.id);
    }
    changeable(pool.cluster);
    if (!pool.deleting) {
      pool.deleting = true;
      pool.updatedAt = place.now();
      engine.converge(pool);
    }
    return Pictures.pool(pool);
  }

  private void quota(Cluster cluster, int more) {
    int limit = place.world().nodesPerCluster();
    int now = cluster.pools.stream().mapToInt(pool -> pool.settings.size).sum();
    if (more > 0 && now + more > limit) {
      throw Refusal.quota("k8s_nodes_per_cluster", limit, now);
    }
  }

  static void changeable(Pool pool) {
    if (pool.locked) {
      throw Refusal.locked("pool", pool.id);
    }
    if (pool.deleting) {
      throw Refusal.transientState("pool", pool.id, "deleting");
    }
    changeable(pool.cluster);
  }

  /** Scaleway's documentation: pools cannot be resized while an upgrade runs. */
  private static void settled(Pool pool) {
    if (pool.upgrading) {
      throw Refusal.transientState("pool", pool.id, "upgrading");
    }
  }

  private static void changeable(Cluster cluster) {
    String status = cluster.status();
    if (status.equals("locked")) {
      throw Refusal.locked("cluster", cluster.id);
    }
    if (!Set.of("ready", "pool_required").contains(status)) {
      throw Refusal.transientState("cluster", cluster.id, status);
    }
  }
}
