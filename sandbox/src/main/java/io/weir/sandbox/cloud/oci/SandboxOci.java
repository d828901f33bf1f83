package io.weir.sandbox.cloud.oci;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import io.weir.clouds.oci.oke.OkeApiServer;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.controlplane.files.PrivateFile;
import io.weir.kernel.KubeCluster;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.KubernetesUpgrades;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.TokenAuthenticator;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  private final SandboxCloud shown;
  private final OciCloud cloud;
  private final OciMachines machines;
  private final String version;

  private SandboxOci(SandboxCloud shown, OciCloud cloud, OciMachines machines, String version) {
    this.shown = shown;
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
    Stream<String> upgrades = KubernetesUpgrades.from(version).map(each -> "v" + each);
    List<String> versions =
        Stream.concat(world.seedData().versions().stream(), upgrades).distinct().toList();
    OciCloud cloud =
        OciCloud.builder()
            .seedData(world.seedData().withVersions(versions))
            .timing(world.timing())
            .start();
    WorkloadEndpoint endpoint = WorkloadEndpoint.of(kubeconfig);
    String address = URI.create(endpoint.server()).getAuthority();
    cloud.oke().setApiServer(new OkeApiServer(address, address, endpoint.certificateAuthority()));
    return new SandboxOci(
        world.cloud(), cloud, new OciMachines(cloud, fleet, version, kubeconfig), version);
  }

  @Override
  public SandboxCloud cloud() {
    return shown;
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
    return Map.of(
        "oci.endpoint", cloud.endpoint().toString(), "oci.region", cloud.seedData().region());
  }

  @Override
  public Optional<TokenAuthenticator> tokenAuthenticator() {
    return Optional.of(new OkeAuthenticator(cloud.seedData(), cloud.oke(), InstantSource.system()));
  }

  /** The manager's own credentials, which serve the pools of a cluster that names none. */
  @Override
  public Map<String, String> managerEnvironment(Path directory) {
    Path key = directory.resolve("oci-key");
    try {
      Path _ = Files.createDirectories(key);
      for (Map.Entry<String, String> part : key().entrySet()) {
        PrivateFile.write(key.resolve(part.getKey()), part.getValue().getBytes(UTF_8));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return Map.of("AUTH_CONFIG_DIR", key.toString());
  }

  @Override
  public List<Controller> startOperators(KubeCluster kube) {
    List<ForeignController.Role> roles =
        Stream.concat(Stream.of(CONTROL_PLANE), CLUSTERS.stream())
            .map(kind -> new ForeignController.Role(kind, tree -> complete(kind, tree)))
            .toList();
    return List.of(ForeignController.start(kube, roles));
  }

  /** Makes the clusters and networks that manifests name, and the Secrets with the key. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    manifests.of(CONTROL_PLANE).stream()
        .filter(controlPlane -> !controlPlane.at("/spec/id").asText("").isEmpty())
        .forEach(this::addCluster);
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
        .filter(identity -> identity.at("/spec/principalSecret").isObject())
        .map(SandboxOci::secretKey)
        .distinct()
        .filter(secret -> !given.contains(secret))
        .map(this::secret)
        .toList();
  }

  private void addCluster(ApiObject controlPlane) {
    String _ =
        cloud
            .oke()
            .addCluster(
                controlPlane.at("/spec/id").asText(),
                controlPlane.name(),
                versionOf(controlPlane.spec()));
  }

  private String versionOf(JsonNode controlPlane) {
    String asked = controlPlane.path("version").asText("");
    return cloud.seedData().versions().contains(asked) ? asked : version;
  }

  /** Fills in what people leave to the controllers of clusters, and makes it in the cloud. */
  private void complete(GroupKind kind, ObjectNode tree) {
    String name = tree.at("/metadata/name").asText();
    ObjectNode spec = tree.withObject("/spec");
    if (kind.equals(CONTROL_PLANE)) {
      if (spec.path("id").asText("").isEmpty()) {
        spec.put("id", cloud.oke().addCluster(name, versionOf(spec)));
      }
      return;
    }
    if (spec.path("ociResourceIdentifier").asText("").isEmpty()) {
      spec.put("ociResourceIdentifier", tree.at("/metadata/namespace").asText() + "-" + name);
    }
    if (spec.at("/networkSpec/vcn/subnets").isEmpty()) {
      ObjectNode vcn = spec.withObject("/networkSpec/vcn");
      for (String role : List.of("worker", "pod")) {
        addPart(vcn.withArray("/subnets"), "subnet", role);
        addPart(vcn.withArray("/networkSecurityGroup/list"), "networksecuritygroup", role);
      }
    }
  }

  private void addPart(ArrayNode parts, String kind, String role) {
    parts
        .addObject()
        .put("name", role)
        .put("role", role)
        .put("id", cloud.network().addNetworkPart(kind, role));
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
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    ObjectNode data = secret.putObject("stringData");
    key().forEach(data::put);
    return secret;
  }

  private Map<String, String> key() {
    ApiUser user = cloud.seedData().user();
    return Map.of(
        "tenancy",
        user.tenancy(),
        "user",
        user.user(),
        "fingerprint",
        user.fingerprint(),
        "key",
        user.privateKey());
  }

  @Override
  public void close() {
    cloud.close();
  }
}
