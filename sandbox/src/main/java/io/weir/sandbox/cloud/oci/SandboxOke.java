package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.clouds.oci.OciCloud;
import io.weir.clouds.oci.OkeMachines;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.sandbox.cloud.KubernetesUpgrades;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A simulated OKE whose clusters are all this sandbox's: what a cluster's objects name is made.
 * Safe for concurrent use.
 */
public final class SandboxOke implements RunningCloud {
  private static final String GROUP = "infrastructure.cluster.x-k8s.io";
  private static final GroupKind IDENTITY = new GroupKind(GROUP, "OCIClusterIdentity");

  /** The kind that names a cluster. */
  public static final GroupKind CONTROL_PLANE = new GroupKind(GROUP, "OCIManagedControlPlane");

  private final OciCloud cloud;
  private final OkeMachines machines;
  private final String version;

  private SandboxOke(OciCloud cloud, OkeMachines machines, String version) {
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
  public static SandboxOke start(Fleet fleet, String version, String kubeconfig) {
    List<String> versions = KubernetesUpgrades.from(version).map(each -> "v" + each).toList();
    OciCloud cloud =
        OciCloud.builder().seedData(OciSeedData.standard().withVersions(versions)).start();
    return new SandboxOke(cloud, new OkeMachines(cloud, fleet, kubeconfig), version);
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
    return OkeMachines.owns(providerId);
  }

  @Override
  public String description() {
    return "a simulated Oracle Cloud with OKE runs at " + cloud.endpoint();
  }

  @Override
  public Map<String, String> managerSettings() {
    return Map.of("oci.endpoint", cloud.endpoint().toString());
  }

  /** Makes the clusters that manifests name, and the Secrets with the key. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    for (ApiObject controlPlane : manifests.of(CONTROL_PLANE)) {
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
    var secrets = new ArrayList<ObjectNode>();
    for (ApiObject identity : manifests.of(IDENTITY)) {
      secrets.add(
          key(
              Manifests.keyOf(identity).namespace(),
              identity.at("/spec/principalSecret/name").asText()));
    }
    return secrets;
  }

  private ObjectNode key(String namespace, String name) {
    ApiUser user = cloud.seedData().user();
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", namespace).put("name", name);
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
