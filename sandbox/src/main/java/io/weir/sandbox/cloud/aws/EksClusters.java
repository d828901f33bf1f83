package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.SecurityGroup;
import io.weir.provider.KubernetesVersion;
import io.weir.sandbox.cloud.PoolManifests;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clusters of a simulated EKS, all of which are this sandbox's API server: made as the objects
 * say that name them, and told of there. Safe for concurrent use.
 */
final class EksClusters {
  private static final String ROLE = "sigs.k8s.io/cluster-api-provider-aws/role";

  private final AwsCloud simulator;
  private final String version;
  private final String endpoint;
  private final String certificateAuthority;
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  /**
   * None yet.
   *
   * @param version of clusters that name none, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server
   */
  EksClusters(AwsCloud simulator, String version, String kubeconfig) {
    this.simulator = simulator;
    this.version = series(version);
    try {
      JsonNode cluster = new YAMLMapper().readTree(kubeconfig).at("/clusters/0/cluster");
      this.endpoint = cluster.path("server").asText();
      this.certificateAuthority = cluster.path("certificate-authority-data").asText();
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException("this is not a kubeconfig", malformed);
    }
  }

  /** EKS has no patch versions: 1.35 of v1.35.4. */
  private static String series(String version) {
    return KubernetesVersion.of(version)
        .map(read -> read.major() + "." + read.minor())
        .orElse(version);
  }

  /** Fills in what people leave to the controller: name, network, address. */
  void complete(ObjectNode controlPlane) {
    ObjectNode spec = controlPlane.withObject("/spec");
    JsonNode metadata = controlPlane.path("metadata");
    if (spec.path("eksClusterName").asText("").isEmpty()) {
      String name = metadata.path("namespace").asText() + "_" + metadata.path("name").asText();
      spec.put("eksClusterName", name.replace('.', '_'));
    }
    if (spec.at("/network/subnets").isEmpty()) {
      region(spec).ifPresent(region -> addNetwork(spec.withObject("/network"), region));
    }
    if (spec.at("/controlPlaneEndpoint/host").asText("").isEmpty()) {
      URI address = URI.create(endpoint);
      spec.putObject("controlPlaneEndpoint")
          .put("host", address.getHost())
          .put("port", address.getPort());
    }
  }

  private static void addNetwork(ObjectNode network, Region region) {
    network.withObject("/vpc").put("id", region.vpc());
    ArrayNode subnets = network.putArray("subnets");
    region
        .subnets()
        .forEach(
            subnet ->
                subnets
                    .addObject()
                    .put("id", subnet.id())
                    .put("availabilityZone", subnet.zone())
                    .put("isPublic", false));
  }

  private Optional<Region> region(JsonNode spec) {
    return simulator.seedData().region(spec.path("region").asText(""));
  }

  /** What the clusters are called that have been made. */
  Set<String> names() {
    return names;
  }

  /** Makes the cluster that a control plane names, of the version that it asks for. */
  String make(ApiObject controlPlane) {
    String runs =
        PoolManifests.text(controlPlane.at("/spec/version"))
            .map(EksClusters::series)
            .orElse(version);
    String name = controlPlane.at("/spec/eksClusterName").asText();
    names.add(name);
    simulator.putEksCluster(new EksCluster(name, runs, endpoint, certificateAuthority));
    return runs;
  }

  /** What is said of a cluster that runs. */
  void tell(ObjectNode status, ApiObject controlPlane, String runs) {
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
