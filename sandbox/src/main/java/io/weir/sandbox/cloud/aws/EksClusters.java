package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.SecurityGroup;
import io.weir.provider.KubernetesVersion;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clusters of a simulated EKS, all of which are this sandbox's API server: made as the objects
 * say that name them, and told of there. Safe for concurrent use.
 */
final class EksClusters {
  /** The kind that names a cluster of EKS. */
  static final GroupKind CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");

  private static final String ROLE = "sigs.k8s.io/cluster-api-provider-aws/role";

  private final AwsCloud simulator;
  private final AwsNetworks networks;
  private final String version;
  private final WorkloadEndpoint endpoint;
  private final Map<String, EksCluster> made = new ConcurrentHashMap<>();

  /**
   * None yet.
   *
   * @param version of clusters that name none, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server
   */
  EksClusters(AwsCloud simulator, String version, String kubeconfig) {
    this.simulator = simulator;
    this.networks = new AwsNetworks(simulator.seedData());
    this.version = series(version);
    this.endpoint = WorkloadEndpoint.of(kubeconfig);
  }

  /** EKS has no patch versions: 1.35 of v1.35.4. */
  private static String series(String version) {
    return KubernetesVersion.of(version)
        .map(read -> read.major() + "." + read.minor())
        .orElse(version);
  }

  /** What the controller of control planes does. */
  ForeignController.Role role() {
    return new ForeignController.Role(CONTROL_PLANE, this::complete, this::report);
  }

  /** Fills in name, network and address. */
  private void complete(ObjectNode controlPlane) {
    ObjectNode spec = controlPlane.withObject("/spec");
    JsonNode metadata = controlPlane.path("metadata");
    if (spec.path("eksClusterName").asText("").isEmpty()) {
      String name = metadata.path("namespace").asText() + "_" + metadata.path("name").asText();
      spec.put("eksClusterName", name.replace('.', '_'));
    }
    networks.complete(spec);
    endpoint.writeInto(spec, "controlPlaneEndpoint");
  }

  private Optional<Region> region(JsonNode spec) {
    return simulator.seedData().region(spec.path("region").asText(""));
  }

  /** What the clusters are called that have been made. */
  Set<String> names() {
    return Set.copyOf(made.keySet());
  }

  /** The cluster of this name. */
  Optional<EksCluster> find(String name) {
    return Optional.ofNullable(made.get(name));
  }

  /** Makes the cluster that a control plane names, of the version that it asks for. */
  private void report(ApiObject controlPlane, ObjectNode status) {
    String runs =
        PoolManifests.text(controlPlane.at("/spec/version"))
            .map(EksClusters::series)
            .orElse(version);
    String name = controlPlane.at("/spec/eksClusterName").asText();
    var cluster = new EksCluster(name, runs, endpoint.server(), endpoint.certificateAuthority());
    made.put(name, cluster);
    simulator.putEksCluster(cluster);
    status.put("ready", true).put("initialized", true).put("version", "v" + runs);
    region(controlPlane.spec()).stream()
        .flatMap(region -> region.securityGroups().stream())
        .filter(group -> group.tags().getOrDefault(ROLE, "").equals("node"))
        .findFirst()
        .ifPresent(
            group -> {
              addSecurityGroup(status, "node", group);
              addSecurityGroup(status, "node-eks-additional", group);
            });
  }

  private static void addSecurityGroup(ObjectNode status, String role, SecurityGroup group) {
    status
        .withObject("/networkStatus/securityGroups/" + role)
        .put("id", group.id())
        .put("name", group.name());
  }
}
