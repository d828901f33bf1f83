package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.AzureMachines;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.kernel.KubeCluster;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.TokenAuthenticator;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A simulated Azure whose instances boot as machines. */
final class SandboxAzure implements RunningCloud {
  private final AzureCloud simulator;
  private final AzureMachines machines;
  private final AksClusters clusters;

  private SandboxAzure(AzureCloud simulator, AzureMachines machines, AksClusters clusters) {
    this.simulator = simulator;
    this.machines = machines;
    this.clusters = clusters;
  }

  /**
   * Starts one.
   *
   * @param kubernetes version of clusters that name none, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server that is all clusters of AKS
   */
  static SandboxAzure start(AzureWorld world, Fleet fleet, String kubernetes, String kubeconfig) {
    AzureCloud simulator =
        AzureCloud.builder().seedData(world.seedData()).timing(world.timing()).start();
    return new SandboxAzure(
        simulator,
        new AzureMachines(simulator, fleet, kubernetes),
        new AksClusters(
            simulator, WorkloadEndpoint.of(kubeconfig), kubernetes, InstantSource.system()));
  }

  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AZURE;
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
    return providerId.startsWith("azure:");
  }

  @Override
  public String description() {
    String groups =
        simulator.seedData().subscriptions().stream()
            .flatMap(subscription -> subscription.resourceGroups().entrySet().stream())
            .map(group -> "resource group %s in %s".formatted(group.getKey(), group.getValue()))
            .sorted()
            .collect(Collectors.joining(", "));
    return "a simulated Azure runs at %s: %s".formatted(simulator.endpoint(), groups);
  }

  @Override
  public Map<String, String> managerSettings() {
    String address = simulator.endpoint().toString();
    return Map.of("azure.endpoint", address, "azure.authority-host", address);
  }

  /** The passwords of the service principals that manifests name. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    return ServicePrincipals.of(manifests).secrets(simulator.seedData());
  }

  @Override
  public List<Controller> startOperators(KubeCluster kube) {
    return List.of(ForeignController.start(kube, List.of(clusters.role())));
  }

  @Override
  public Optional<TokenAuthenticator> tokenAuthenticator() {
    return Optional.of(clusters);
  }

  @Override
  public void close() {
    simulator.close();
  }
}
