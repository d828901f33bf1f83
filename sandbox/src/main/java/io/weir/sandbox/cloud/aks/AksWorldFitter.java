package io.weir.sandbox.cloud.aks;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;

/** Gives pools of AKS the cluster that their file lacks; nothing else must be there. */
final class AksWorldFitter implements WorldFitter {
  private static final List<GroupKind> POOLS =
      SandboxCloud.AKS.poolKinds().stream()
          .map(kind -> new GroupKind(GeneratedObjects.INFRASTRUCTURE, kind))
          .toList();

  private final AksWorld world;
  private final PoolManifests objects;

  AksWorldFitter(AksWorld world, Manifests manifests) {
    this.world = world;
    this.objects = new PoolManifests(manifests);
  }

  private List<ApiObject> pools(ObjectKey cluster) {
    return objects
        .machinePools(cluster)
        .filter(
            pool -> POOLS.stream().anyMatch(kind -> objects.infrastructure(pool, kind).isPresent()))
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
    String version =
        pools(cluster).stream()
            .map(pool -> pool.at("/spec/template/spec/version").asText(""))
            .findFirst()
            .orElse("");
    return new Supplement(
        GeneratedAksCluster.objects(cluster, version),
        List.of(
            "%s has no Cluster %s: added an attached Cluster and an AzureManagedControlPlane of that name"
                .formatted(objects.manifests().name(), cluster)));
  }

  @Override
  public FittedWorld fitted() {
    return new FittedWorld(world, List.of());
  }
}
