package io.weir.sandbox.cloud.oci;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import java.util.List;

/** Gives node pools the OKE cluster that their file lacks; nothing else must be there. */
final class OkeWorldFitter implements WorldFitter {
  private static final GroupKind POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "OCIManagedMachinePool");

  private final OkeWorld world;
  private final PoolManifests objects;

  OkeWorldFitter(OkeWorld world, Manifests manifests) {
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
    return new Supplement(
        GeneratedOkeCluster.objects(cluster),
        List.of(
            "%s has no Cluster %s: added an attached Cluster, an OCIManagedCluster, an OCIManagedControlPlane and an OCIClusterIdentity of that name"
                .formatted(objects.manifests().name(), cluster)));
  }

  @Override
  public FittedWorld fitted() {
    return new FittedWorld(world, List.of());
  }
}
