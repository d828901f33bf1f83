package io.weir.sandbox.cloud.aws;

import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.kernel.KubeCluster;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.TokenAuthenticator;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A simulated AWS whose instances boot as machines. */
final class SandboxAws implements RunningCloud {
  private final SandboxCloud cloud;
  private final AwsCloud simulator;
  private final AwsMachines machines;
  private final EksClusters eksClusters;
  private final EksAuthenticator authenticator;

  private SandboxAws(
      SandboxCloud cloud,
      AwsCloud simulator,
      AwsMachines machines,
      EksClusters eksClusters,
      EksAuthenticator authenticator) {
    this.cloud = cloud;
    this.simulator = simulator;
    this.machines = machines;
    this.eksClusters = eksClusters;
    this.authenticator = authenticator;
  }

  /**
   * Starts one.
   *
   * @param kubernetes version of images and clusters that name none, such as {@code v1.35.4}
   * @param kubeconfig a way into the API server that is all clusters of EKS
   */
  static SandboxAws start(AwsWorld world, Fleet fleet, String kubernetes, String kubeconfig) {
    AwsCloud simulator =
        AwsCloud.builder().seedData(world.seedData()).timing(world.timing()).start();
    var clusters = new EksClusters(simulator, kubernetes, kubeconfig);
    var authenticator = new EksAuthenticator(world.seedData(), clusters, InstantSource.system());
    var machines = new AwsMachines(world.seedData(), fleet, kubernetes, Optional.of(authenticator));
    simulator.addListener(machines);
    return new SandboxAws(world.cloud(), simulator, machines, clusters, authenticator);
  }

  @Override
  public SandboxCloud cloud() {
    return cloud;
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
    return providerId.startsWith("aws:");
  }

  @Override
  public String description() {
    String regions =
        simulator.seedData().regions().stream()
            .map(region -> region.name() + " with " + region.subnets().size() + " subnets")
            .collect(Collectors.joining(", "));
    return "a simulated AWS runs at %s: %s".formatted(simulator.endpoint(), regions);
  }

  @Override
  public List<Controller> startOperators(KubeCluster kube) {
    var networks = new AwsNetworks(simulator.seedData());
    return List.of(ForeignController.start(kube, List.of(networks.role(), eksClusters.role())));
  }

  @Override
  public Optional<TokenAuthenticator> tokenAuthenticator() {
    return Optional.of(authenticator);
  }

  @Override
  public Map<String, String> managerSettings() {
    return Map.of("aws.endpoint", simulator.endpoint().toString());
  }

  @Override
  public Map<String, String> managerEnvironment(Path directory) {
    Account account = simulator.seedData().accounts().getFirst();
    return Map.of(
        "AWS_ACCESS_KEY_ID", account.accessKey(),
        "AWS_SECRET_ACCESS_KEY", account.secretKey(),
        "AWS_CONFIG_FILE", directory.resolve("no-aws-config").toString(),
        "AWS_SHARED_CREDENTIALS_FILE", directory.resolve("no-aws-credentials").toString(),
        "AWS_EC2_METADATA_DISABLED", "true");
  }

  @Override
  public void close() {
    simulator.close();
  }
}
