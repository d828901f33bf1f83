package io.weir.sandbox.cloud.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.GcpMachines;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.files.PrivateFile;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.TokenAuthenticator;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A simulated Google Cloud whose instances boot as machines. */
final class SandboxGcp implements RunningCloud {
  static final GroupKind CLUSTER = new GroupKind(GeneratedObjects.INFRASTRUCTURE, "GCPCluster");

  private final SandboxCloud shown;
  private final GcpCloud simulator;
  private final GcpMachines machines;
  private final GkeClusters clusters;

  private SandboxGcp(
      SandboxCloud shown, GcpCloud simulator, GcpMachines machines, GkeClusters clusters) {
    this.shown = shown;
    this.simulator = simulator;
    this.machines = machines;
    this.clusters = clusters;
  }

  /**
   * Starts one.
   *
   * @param kubernetes version of images and clusters that name none, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server that is all clusters of Kubernetes Engine
   */
  static SandboxGcp start(GcpWorld world, Fleet fleet, String kubernetes, String kubeconfig) {
    GcpCloud simulator =
        GcpCloud.builder().seedData(world.seedData()).timing(world.timing()).start();
    return new SandboxGcp(
        world.cloud(),
        simulator,
        new GcpMachines(simulator, fleet, kubernetes, kubeconfig),
        new GkeClusters(simulator, kubernetes, WorkloadEndpoint.of(kubeconfig)));
  }

  @Override
  public SandboxCloud cloud() {
    return shown;
  }

  @Override
  public SimulatedCloud simulator() {
    return simulator;
  }

  @Override
  public CloudInventory inventory() {
    return machines;
  }

  @Override
  public boolean owns(String providerId) {
    return providerId.startsWith("gce:");
  }

  @Override
  public String description() {
    return "a simulated Compute Engine and Kubernetes Engine run at %s: projects %s"
        .formatted(simulator.endpoint(), String.join(", ", simulator.seedData().projects()));
  }

  @Override
  public Map<String, String> managerSettings() {
    String endpoint = simulator.endpoint().toString();
    return Map.of(
        "gcp.endpoint",
        endpoint,
        "gcp.container-endpoint",
        endpoint,
        "gcp.token-endpoint",
        endpoint,
        "gcp.lend-credentials-to",
        "*");
  }

  @Override
  public Optional<TokenAuthenticator> tokenAuthenticator() {
    return Optional.of(new GkeAuthenticator(InstantSource.system()));
  }

  /** The manager's own credentials, which serve the pools of a GCPCluster that names none. */
  @Override
  public Map<String, String> managerEnvironment(Path directory) {
    Path key = directory.resolve("google-key.json");
    try {
      Files.createDirectories(directory);
      PrivateFile.write(key, serviceAccountKey().getBytes(StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return Map.of("GOOGLE_APPLICATION_CREDENTIALS", key.toString());
  }

  @Override
  public List<Controller> startOperators(KubeCluster kube) {
    ForeignController controller = ForeignController.start(kube, clusters.roles());
    for (String project : simulator.seedData().projects()) {
      simulator
          .engine(project)
          .onUpdate(
              update ->
                  update
                      .nodes()
                      .forEach(
                          node ->
                              controller.submit(
                                  new ForeignController.Role(
                                      BuiltInKinds.NODE, tree -> GkeClusters.update(update, tree)),
                                  new ObjectKey("", node))));
    }
    return List.of(controller);
  }

  /** The keys of the service accounts that manifests name. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    Set<ObjectKey> given =
        manifests.of(GroupKind.SECRET).stream().map(Manifests::keyOf).collect(Collectors.toSet());
    return Stream.of(CLUSTER, GkeClusters.CLUSTER)
        .flatMap(kind -> manifests.of(kind).stream())
        .filter(cluster -> cluster.at("/spec/credentialsRef/name").isTextual())
        .map(SandboxGcp::secretKey)
        .distinct()
        .filter(key -> !given.contains(key))
        .map(this::secret)
        .toList();
  }

  private static ObjectKey secretKey(ApiObject cluster) {
    JsonNode reference = cluster.at("/spec/credentialsRef");
    return new ObjectKey(reference.path("namespace").asText(), reference.path("name").asText());
  }

  private ObjectNode secret(ObjectKey key) {
    ObjectNode secret =
        JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    secret.putObject("stringData").put("credentials", serviceAccountKey());
    return secret;
  }

  private String serviceAccountKey() {
    GcpSeedData seed = simulator.seedData();
    return seed.caller().keyJson(seed.projects().getFirst());
  }

  @Override
  public void close() {
    simulator.close();
  }
}
