package io.weir.sandbox.cloud.scaleway;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import java.util.List;

/** Gives pools of Kapsule the cluster that their file lacks; nothing else must be there. */
final class KapsuleWorldFitter implements WorldFitter {
  private static final GroupKind POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");

  private final KapsuleWorld world;
  private final PoolManifests objects;

  KapsuleWorldFitter(KapsuleWorld world, Manifests manifests) {
    this.world = world;
    this.objects = new PoolManifests(manifests);
  }

  private List<ApiObject> pools(ObjectKey cluster) {
    return objects
        .machinePools(cluster)
        .filter(pool -> objects.infrastructure(pool, POOL).isPresent())
        .toList();
  }

  @Override
  public boolean hasPoolsOf(ObjectKey cluster) {
    return !pools(cluster).isEmpty();
  }

  @Override
  public Supplement add(ObjectKey cluster) {
    if (objects.find(GroupKind.CLUSTER, cluster).isPresent()) {
      return Supplement.NONE;
    }
    List<ApiObject> pools = pools(cluster);
    String zone =
        pools.stream()
            .flatMap(pool -> objects.infrastructure(pool, POOL).stream())
            .flatMap(spec -> PoolManifests.text(spec.path("zone")).stream())
            .findFirst()
            .orElse("");
    String version =
        pools.stream()
            .map(pool -> pool.at("/spec/template/spec/version").asText(""))
            .findFirst()
            .orElse("");
    String region = GeneratedKapsuleCluster.regionOfZone(zone);
    return new Supplement(
        GeneratedKapsuleCluster.objects(cluster, region, version),
        List.of(
            "%s has no Cluster %s: added an attached Cluster, a ScalewayManagedCluster and a ScalewayManagedControlPlane of that name in %s"
                .formatted(objects.manifests().name(), cluster, region)));
  }

  @Override
  public FittedWorld fitted() {
    return new FittedWorld(world, List.of());
  }
}
