package io.weir.sandbox.cloud.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.clouds.scaleway.KapsuleCloud;
import io.weir.clouds.scaleway.KapsuleMachines;
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.kernel.KubeCluster;
import io.weir.provider.KubernetesVersion;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * A simulated Kapsule whose clusters are all this sandbox's: what a cluster's objects name is made,
 * and what Scaleway's provider would say of it is said. Safe for concurrent use.
 */
public final class SandboxKapsule implements RunningCloud {
  private static final String GROUP = "infrastructure.cluster.x-k8s.io";
  private static final GroupKind CLUSTER = new GroupKind(GROUP, "ScalewayManagedCluster");

  /** The kind that names a cluster and its version. */
  public static final GroupKind CONTROL_PLANE = new GroupKind(GROUP, "ScalewayManagedControlPlane");

  private static final int NODES = 100_000;

  private final KapsuleCloud cloud;
  private final KapsuleMachines machines;
  private final String version;

  private SandboxKapsule(KapsuleCloud cloud, KapsuleMachines machines, String version) {
    this.cloud = cloud;
    this.machines = machines;
    this.version = version;
  }

  /**
   * Starts one.
   *
   * @param version of its clusters, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server that is all these clusters
   */
  public static SandboxKapsule start(Fleet fleet, String version, String kubeconfig) {
    String number = version.replaceFirst("^v", "");
    ScalewaySeedData scalewaySeedData =
        ScalewaySeedData.standard().withNodesPerCluster(NODES).withVersion(number);
    for (String later : later(number)) {
      scalewaySeedData = scalewaySeedData.withVersion(later);
    }
    KapsuleCloud cloud = KapsuleCloud.builder().seedData(scalewaySeedData).start();
    var machines = new KapsuleMachines(cloud, fleet);
    machines.setDefaultKubeconfig(kubeconfig);
    return new SandboxKapsule(cloud, machines, number);
  }

  /** The next patch and the next minor version, so that there is something to upgrade to. */
  private static List<String> later(String number) {
    return KubernetesVersion.of(number).stream()
        .flatMap(
            v ->
                Stream.of(
                    new KubernetesVersion(v.major(), v.minor(), v.patch() + 1),
                    new KubernetesVersion(v.major(), v.minor() + 1, 0)))
        .map(KubernetesVersion::toString)
        .toList();
  }

  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.SCALEWAY;
  }

  @Override
  public SimulatedCloud simulator() {
    return cloud;
  }

  @Override
  public CloudInventory inventory() {
    return machines;
  }

  @Override
  public boolean owns(String providerId) {
    return providerId.startsWith("scaleway:");
  }

  @Override
  public String description() {
    return "a simulated Scaleway Kapsule runs at " + cloud.endpoint();
  }

  @Override
  public Map<String, String> managerSettings() {
    return Map.of("scaleway.endpoint", cloud.endpoint().toString());
  }

  @Override
  public List<Controller> startControllers(KubeCluster kube, BiConsumer<String, String> listener) {
    return List.of(KapsuleUpgradeController.start(kube, this, listener));
  }

  /** Makes the clusters that manifests name, and the Secrets with the key. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    var secrets = new ArrayList<ObjectNode>();
    String region = "fr-par";
    for (ApiObject managed : manifests.of(CLUSTER)) {
      region = managed.at("/spec/region").asText();
      secrets.add(key(Manifests.keyOf(managed), managed.at("/spec/scalewaySecretName").asText()));
    }
    for (ApiObject controlPlane : manifests.of(CONTROL_PLANE)) {
      make(
          controlPlane.at("/spec/clusterName").asText(),
          region,
          number(controlPlane.at("/spec/version")));
    }
    return secrets;
  }

  private synchronized void make(String name, String region, String asked) {
    boolean there =
        cloud.admin().clusters().stream()
            .anyMatch(
                cluster ->
                    cluster.path("name").asText().equals(name)
                        && cluster.path("region").asText().equals(region));
    if (!there) {
      String born = cloud.seedData().versions().contains(asked) ? asked : version;
      String _ =
          cloud
              .admin()
              .addCluster(ClusterSpec.kapsule(name, region, ScalewaySeedData.PROJECT.id(), born));
    }
  }

  private static String number(JsonNode version) {
    return version.asText().replaceFirst("^v", "");
  }

  /**
   * Raises the version of the clusters of a name, not that of their pools, as Scaleway's own
   * provider does.
   *
   * @return what is done, or why not, for each that does not run the version; who asks for it is to
   *     be added
   */
  synchronized List<String> upgradeClusters(String name, String wanted) {
    String to = wanted.replaceFirst("^v", "");
    return cloud.admin().clusters().stream()
        .filter(cluster -> cluster.path("name").asText().equals(name))
        .filter(cluster -> !cluster.path("version").asText().equals(to))
        .map(
            cluster -> {
              String runs = cluster.path("version").asText();
              if (!follows(runs, to)) {
                return "stays at %s and is not upgraded to %s, as Kapsule offers %s; requested by "
                    .formatted(runs, to, offered(runs));
              }
              cloud.admin().upgradeCluster(cluster.path("id").asText(), to, false);
              return "is upgraded from %s to %s, requested by ".formatted(runs, to);
            })
        .toList();
  }

  private String offered(String runs) {
    List<String> all = cloud.seedData().versions().stream().filter(v -> follows(runs, v)).toList();
    return all.isEmpty() ? "nothing later" : String.join(", ", all);
  }

  /** Whether Kapsule has the version and goes there: a later patch, or the next minor version. */
  private boolean follows(String runs, String to) {
    Optional<KubernetesVersion> now = KubernetesVersion.of(runs);
    Optional<KubernetesVersion> next = KubernetesVersion.of(to);
    return cloud.seedData().versions().contains(to)
        && now.isPresent()
        && next.isPresent()
        && next.get().compare(now.get()) > 0
        && next.get().major() == now.get().major()
        && next.get().minor() - now.get().minor() <= 1;
  }

  private static ObjectNode key(ObjectKey cluster, String name) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", cluster.namespace()).put("name", name);
    secret
        .putObject("stringData")
        .put("SCW_ACCESS_KEY", ScalewaySeedData.PROJECT.accessKey())
        .put("SCW_SECRET_KEY", ScalewaySeedData.PROJECT.secretKey());
    return secret;
  }

  @Override
  public void close() {
    cloud.close();
  }
}
