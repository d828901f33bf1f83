package io.weir.sandbox.cloud.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lets projects grow by what the pools of a cluster name in Google Cloud. */
final class GcpWorldFitter implements WorldFitter {
  private static final GroupKind POOL =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "GCPMachinePool");
  private static final GroupKind NODE_POOL =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "GCPManagedMachinePool");
  private static final String HOME = "europe-west1";

  private final GcpWorld before;
  private final PoolManifests objects;
  private final List<String> added = new ArrayList<>();
  private GcpSeedData seed;

  GcpWorldFitter(GcpWorld before, Manifests manifests) {
    this.before = before;
    this.objects = new PoolManifests(manifests);
    this.seed = before.seedData();
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
    objects.machinePools(key).forEach(this::addImages);
    Optional<ApiObject> cluster = objects.find(GroupKind.CLUSTER, key);
    if (cluster.isPresent()) {
      ObjectKey named = PoolManifests.named(key, cluster.get().at("/spec/infrastructureRef"));
      for (GroupKind kind : List.of(SandboxGcp.CLUSTER, GkeClusters.CLUSTER)) {
        objects.find(kind, named).ifPresent(gcp -> addProject(gcp.spec()));
      }
      return Supplement.NONE;
    }
    boolean managed = has(key, NODE_POOL);
    return new Supplement(
        managed ? GeneratedGcpCluster.managed(key, HOME) : GeneratedGcpCluster.attached(key, HOME),
        List.of(
            "%s has no Cluster %s: added %s of that name in %s"
                .formatted(
                    objects.manifests().name(),
                    key,
                    managed
                        ? "a Cluster of GKE with a GCPManagedCluster and a GCPManagedControlPlane"
                        : "an attached Cluster and a GCPCluster",
                    HOME)));
  }

  private void addImages(ApiObject machinePool) {
    String version = machinePool.at("/spec/template/spec/version").asText("");
    objects
        .infrastructure(machinePool, POOL)
        .ifPresent(
            spec -> {
              for (String field : List.of("image", "imageFamily")) {
                PoolManifests.text(spec.path(field)).ifPresent(image -> addImage(image, version));
              }
            });
  }

  private void addImage(String image, String version) {
    if (!seed.images().containsKey(image)) {
      seed = seed.withImage(image, version);
      added.add("image " + image);
    }
  }

  private void addProject(JsonNode spec) {
    String project = spec.path("project").asText(GcpSeedData.PROJECT);
    String network = spec.at("/network/name").asText("default");
    if (!seed.projects().contains(project)) {
      added.add("project " + project);
    }
    if (!seed.networks().contains(network)) {
      added.add("network " + network);
    }
    seed = seed.with(project, network);
    PoolManifests.text(spec.path("region"))
        .filter(region -> !seed.regions().containsKey(region))
        .ifPresent(
            region -> {
              seed = seed.withRegion(region);
              added.add("region " + region);
            });
  }

  @Override
  public FittedWorld fitted() {
    return new FittedWorld(
        before.with(seed),
        added.isEmpty()
            ? List.of()
            : List.of(
                "added to Google Cloud what %s names: %s"
                    .formatted(objects.manifests().name(), String.join(", ", added))));
  }
}
