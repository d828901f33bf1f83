package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.clouds.oci.OciCloud;
import io.weir.clouds.oci.OciMachines;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.KubernetesUpgrades;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A simulated Oracle Cloud whose clusters of OKE are all this sandbox's: what a cluster's objects
 * name is made. Safe for concurrent use.
 */
public final class SandboxOci implements RunningCloud {
  private static final GroupKind IDENTITY =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "OCIClusterIdentity");

  /** The kind that names a cluster of OKE. */
  static final GroupKind CONTROL_PLANE =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "OCIManagedControlPlane");

  /** The kinds that name compartment and network. */
  static final List<GroupKind> CLUSTERS =
      List.of(
          new GroupKind(GeneratedObjects.INFRASTRUCTURE, "OCICluster"),
          new GroupKind(GeneratedObjects.INFRASTRUCTURE, "OCIManagedCluster"));

  private final OciCloud cloud;
  private final OciMachines machines;
  private final String version;

  private SandboxOci(OciCloud cloud, OciMachines machines, String version) {
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
  static SandboxOci start(OciWorld world, Fleet fleet, String version, String kubeconfig) {
    List<String> versions = KubernetesUpgrades.from(version).map(each -> "v" + each).toList();
    OciCloud cloud =
        OciCloud.builder()
            .seedData(world.seedData().withVersions(versions))
            .timing(world.timing())
            .start();
    return new SandboxOci(cloud, new OciMachines(cloud, fleet, version, kubeconfig), version);
  }

  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.OCI;
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
    return OciMachines.owns(providerId);
  }

  @Override
  public String description() {
    return "a simulated Oracle Cloud with OKE runs at " + cloud.endpoint();
  }

  @Override
  public Map<String, String> managerSettings() {
    return Map.of("oci.endpoint", cloud.endpoint().toString());
  }

  /** Makes the clusters and networks that manifests name, and the Secrets with the key. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    manifests.of(CONTROL_PLANE).forEach(this::addCluster);
    for (GroupKind kind : CLUSTERS) {
      for (ApiObject cluster : manifests.of(kind)) {
        addNetwork("subnet", cluster.at("/spec/networkSpec/vcn/subnets"));
        addNetwork(
            "networksecuritygroup", cluster.at("/spec/networkSpec/vcn/networkSecurityGroup/list"));
      }
    }
    Set<ObjectKey> given =
        manifests.of(GroupKind.SECRET).stream().map(Manifests::keyOf).collect(Collectors.toSet());
    return manifests.of(IDENTITY).stream()
        .map(SandboxOci::secretKey)
        .distinct()
        .filter(secret -> !given.contains(secret))
        .map(this::secret)
        .toList();
  }

  private void addCluster(ApiObject controlPlane) {
    String asked = controlPlane.at("/spec/version").asText("");
    boolean offered = cloud.seedData().versions().contains(asked);
    String _ =
        cloud
            .oke()
            .addCluster(
                controlPlane.at("/spec/id").asText(),
                controlPlane.name(),
                offered ? asked : version);
  }

  /** What has no OCID there, Weir looks up by name. */
  private void addNetwork(String kind, JsonNode parts) {
    for (JsonNode part : parts) {
      if (part.path("id").asText("").isEmpty()) {
        String _ = cloud.network().addNetworkPart(kind, part.path("name").asText());
      }
    }
  }

  private static ObjectKey secretKey(ApiObject identity) {
    JsonNode reference = identity.at("/spec/principalSecret");
    return new ObjectKey(
        reference.path("namespace").asText(Manifests.keyOf(identity).namespace()),
        reference.path("name").asText());
  }

  private ObjectNode secret(ObjectKey key) {
    ApiUser user = cloud.seedData().user();
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    secret
        .putObject("stringData")
        .put("tenancy", user.tenancy())
        .put("user", user.user())
        .put("fingerprint", user.fingerprint())
        .put("key", user.privateKey());
    return secret;
  }

  @Override
  public void close() {
    cloud.close();
  }
}
