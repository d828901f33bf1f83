package io.weir.sandbox.cloud.oci;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lets the tenancy grow by what manifests name of it, and gives pools a cluster. */
final class OciWorldFitter implements WorldFitter {
  private static final GroupKind POOL =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "OCIMachinePool");
  private static final GroupKind NODE_POOL =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "OCIManagedMachinePool");

  private static final Pattern VERSION = Pattern.compile("v1\\.\\d{1,3}\\.\\d{1,3}");

  private final OciWorld before;
  private final PoolManifests objects;
  private final List<String> added = new ArrayList<>();
  private OciSeedData seed;

  OciWorldFitter(OciWorld before, Manifests manifests) {
    this.before = before;
    this.objects = new PoolManifests(manifests);
    this.seed = before.seedData();
  }

  private void addVersions() {
    Stream.of(SandboxOci.CONTROL_PLANE, NODE_POOL)
        .flatMap(kind -> objects.manifests().of(kind).stream())
        .flatMap(object -> PoolManifests.text(object.at("/spec/version")).stream())
        .distinct()
        .filter(version -> VERSION.matcher(version).matches())
        .forEach(version -> seed = seed.withVersion(version));
  }

  @Override
  public boolean hasPoolsOf(ObjectKey cluster) {
    return has(cluster, POOL) || has(cluster, NODE_POOL);
  }

  private boolean has(ObjectKey cluster, GroupKind kind) {
    return objects
        .machinePools(cluster)
        .anyMatch(pool -> objects.infrastructure(pool, kind).isPresent());
  }

  @Override
  public Supplement add(ObjectKey key) {
    Optional<ApiObject> cluster = objects.find(GroupKind.CLUSTER, key);
    if (cluster.isPresent()) {
      addCompartment(PoolManifests.named(key, cluster.get().at("/spec/infrastructureRef")));
      return Supplement.NONE;
    }
    String name = objects.manifests().name();
    return has(key, NODE_POOL)
        ? new Supplement(
            GeneratedOciCluster.managed(key),
            List.of(
                "%s has no Cluster %s: added a Cluster of OKE with an OCIManagedCluster, an OCIManagedControlPlane and an OCIClusterIdentity of that name"
                    .formatted(name, key)))
        : new Supplement(
            GeneratedOciCluster.attached(key),
            List.of(
                "%s has no Cluster %s: added an attached Cluster, an OCICluster and an OCIClusterIdentity of that name"
                    .formatted(name, key)));
  }

  private void addCompartment(ObjectKey key) {
    for (GroupKind kind : SandboxOci.CLUSTERS) {
      objects
          .find(kind, key)
          .flatMap(object -> PoolManifests.text(object.at("/spec/compartmentId")))
          .filter(compartment -> !seed.hasCompartment(compartment))
          .ifPresent(
              compartment -> {
                seed = seed.withCompartment(compartment);
                added.add("compartment " + compartment);
              });
    }
  }

  @Override
  public FittedWorld fitted() {
    addVersions();
    return new FittedWorld(
        before.with(seed),
        added.isEmpty()
            ? List.of()
            : List.of(
                "added to Oracle Cloud what %s names: %s"
                    .formatted(objects.manifests().name(), String.join(", ", added))));
  }
}
