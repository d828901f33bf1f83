package io.weir.sandbox;

import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.world.Account;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.Options;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.process.Beside;
import io.weir.controlplane.process.FreePort;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.RequestListener;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.cloud.Door;
import io.weir.sandbox.cloud.Kapsule;
import io.weir.sandbox.cloud.Machines;
import io.weir.sandbox.keep.Keeper;
import io.weir.sandbox.keep.Settings;
import io.weir.sandbox.keep.State;
import io.weir.sandbox.manager.ClassArchive;
import io.weir.sandbox.manager.ManagerLaunch;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.objects.Cloud;
import io.weir.sandbox.objects.Definitions;
import io.weir.sandbox.objects.Rights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts the parts of a sandbox one after another. */
final class Starter {
  static final String LEASE_NAMESPACE = "weir-system";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SandboxOptions options;
  private final Progress progress;
  private final Closing closing;

  Starter(SandboxOptions options, Progress progress, Closing closing) {
    this.options = options;
    this.progress = progress;
    this.closing = closing;
  }

  /**
   * The simulated clouds and what runs on their machines.
   *
   * @param fleet the simulated nodes
   * @param machines those of AWS
   */
  private record Clouds(Fleet fleet, AwsCloud aws, Machines machines, Optional<Kapsule> kapsule) {

    List<SimulatedCloud> all() {
      return Stream.concat(Stream.of(aws), kapsule.stream().map(Kapsule::cloud)).toList();
    }

    CloudInventory instances() {
      return kapsule.<CloudInventory>map(one -> one.beside(machines)).orElse(machines);
    }
  }

  /** What works on the API server. */
  private record Controllers(ManagerProcess manager, CloudController cloudController) {}

  /** Starts them; whoever calls closes what was started when this fails. */
  Sandbox start() throws IOException, InterruptedException {
    AutoCloseable _ = closing.add(progress::stopped);
    Path directory = closing.add(workspace()).directory();
    Optional<Settings> settings = Settings.read(directory);
    Binaries binaries = Binaries.provide(event -> progress.step(event.sentence()));
    ControlPlane plane = controlPlane(binaries, directory, settings);
    WayIn wayIn = wayIn(directory, plane, binaries);
    Clouds clouds = clouds(plane, State.read(directory));
    Optional<Door> door = door(plane, settings);
    int webhookPort = webhookPort(settings);
    Optional<Keeper> keeper = keeper(directory, plane, door, webhookPort, clouds);
    KubeCluster kube = connect(plane);
    Controllers controllers =
        controllers(plane, kube, clouds, webhookPort, directory.resolve("manager"));
    return new Sandbox(
        closing,
        new Sandbox.Parts(
            directory,
            wayIn,
            door,
            plane,
            kube,
            clouds.aws(),
            clouds.kapsule(),
            keeper,
            clouds.fleet(),
            clouds.machines(),
            controllers.cloudController(),
            controllers.manager()));
  }

  private static WayIn wayIn(Path directory, ControlPlane plane, Binaries binaries)
      throws IOException {
    WayIn wayIn = WayIn.make(directory, plane.admin(), binaries.path(Binary.KUBECTL));
    Path weir = Path.of(System.getProperty("weir.command", ""));
    return Files.isExecutable(weir) ? wayIn.with(weir) : wayIn;
  }

  private Clouds clouds(ControlPlane plane, Optional<State> before) {
    Fleet fleet =
        closing.add(new Fleet(options.fleet(), before.map(State::machines).orElse(Map.of())));
    AwsCloud aws = aws();
    var machines = new Machines(aws.world(), fleet, Binaries.kubernetesVersion());
    aws.listen(machines);
    var clouds = new Clouds(fleet, aws, machines, kapsule(plane, fleet));
    before.ifPresent(state -> state.into(clouds.all()));
    return clouds;
  }

  private Optional<Keeper> keeper(
      Path directory, ControlPlane plane, Optional<Door> door, int webhookPort, Clouds clouds)
      throws IOException {
    if (options.staying().keptAs().isEmpty()) {
      return Optional.empty();
    }
    var keeper = new Keeper(directory);
    new Settings(
            plane.server().getPort(),
            door.map(open -> open.address().getPort()).orElse(0),
            webhookPort,
            options.cloud(),
            options.world())
        .write(directory);
    closing.add(keeper).keep(State.FILE, () -> State.of(clouds.all(), clouds.fleet()).written());
    return Optional.of(keeper);
  }

  /** Returns when the manager leads, and conversion works. */
  private Controllers controllers(
      ControlPlane plane, KubeCluster kube, Clouds clouds, int webhookPort, Path directory)
      throws IOException, InterruptedException {
    // Three things that take a second each and do not need each other.
    Beside<Definitions.Installed> kinds =
        Beside.begin("kinds", () -> Definitions.install(kube, PATIENCE));
    plane.apply(Rights.manifest() + "\n---\n" + CloudController.manifest());
    AuditLog.Mark mark = plane.auditLog().mark();
    ManagerProcess manager = manager(plane, clouds, webhookPort, directory);
    CloudController cloudController = cloudController(plane, clouds.instances());
    progress.step("%d kinds and the manager's rights are installed".formatted(kinds.end().kinds()));
    Sandbox.awaitLeading(plane.auditLog(), manager, mark, PATIENCE);
    Definitions.awaitConversion(kube, PATIENCE);
    ClassArchive.started();
    progress.step(
        "the manager leads"
            + manager.handle().map(handle -> ", process " + handle.pid()).orElse(""));
    return new Controllers(manager, cloudController);
  }

  private Workspace workspace() throws IOException {
    Optional<String> name = options.staying().keptAs();
    return name.isEmpty()
        ? Workspace.create(options.directory())
        : Workspace.keep(options.kept(), name.get());
  }

  private Optional<Door> door(ControlPlane plane, Optional<Settings> before) throws IOException {
    return options.staying().door()
        ? Optional.of(
            closing.add(Door.open(plane.server(), before.map(Settings::doorPort).orElse(0))))
        : Optional.empty();
  }

  private static int webhookPort(Optional<Settings> before) throws IOException {
    int same = before.map(Settings::webhookPort).orElse(0);
    // Another one will do, too: the manager tells the API server.
    return same != 0 && FreePort.free(same) ? same : WebhookPort.free();
  }

  private ControlPlane controlPlane(Binaries binaries, Path directory, Optional<Settings> before)
      throws IOException, InterruptedException {
    Options how = Options.in(directory.resolve("control-plane")).withPort(options.staying().port());
    if (before.isPresent()) {
      int port = before.get().apiPort();
      if (options.staying().port() != 0 && options.staying().port() != port) {
        throw new SandboxException(
            "this sandbox has port %d, which its machines know: leave --port out".formatted(port),
            List.of());
      }
      how = how.withPort(port).goingOn();
    }
    ControlPlane plane = closing.add(ControlPlane.start(binaries, how));
    progress.step(
        "Kubernetes %s runs at %s, as management and workload cluster"
            .formatted(Binaries.kubernetesVersion(), plane.server()));
    return plane;
  }

  private KubeCluster connect(ControlPlane plane) {
    String kubeconfig = plane.kubeconfig(Accounts.SANDBOX, "system:masters");
    return closing.add(
        KubeCluster.connect(
            KubeConfigs.fromText(kubeconfig, "sandbox"),
            WatchSettings.defaults(),
            RequestListener.NONE));
  }

  private Optional<Kapsule> kapsule(ControlPlane plane, Fleet fleet) {
    if (options.cloud() != Cloud.SCALEWAY) {
      return Optional.empty();
    }
    String joining = plane.kubeconfig(Accounts.SANDBOX, "system:masters");
    Kapsule kapsule = closing.add(Kapsule.start(fleet, Binaries.kubernetesVersion(), joining));
    progress.step("a simulated Scaleway Kapsule runs at " + kapsule.cloud().endpoint());
    return Optional.of(kapsule);
  }

  private AwsCloud aws() {
    AwsCloud aws =
        closing.add(AwsCloud.builder().world(options.world()).timing(options.timing()).start());
    String regions =
        options.world().regions().stream()
            .map(region -> region.name() + " with " + region.subnets().size() + " subnets")
            .collect(Collectors.joining(", "));
    if (options.cloud() == Cloud.AWS) {
      progress.step("a simulated AWS runs at %s: %s".formatted(aws.endpoint(), regions));
    }
    return aws;
  }

  private CloudController cloudController(ControlPlane plane, CloudInventory machines) {
    return closing.add(
        CloudController.start(
            plane.kubeconfig(CloudController.USER), machines, options.cloudController()));
  }

  private ManagerProcess manager(ControlPlane plane, Clouds clouds, int webhookPort, Path directory)
      throws IOException {
    var arguments = new ArrayList<String>();
    arguments.add("--kubeconfig=" + plane.kubeconfigFile(Accounts.MANAGER));
    arguments.add("--lease-namespace=" + LEASE_NAMESPACE);
    // A port that stays the same, so that a manager that starts again is found where it was.
    arguments.add("--webhook-port=" + webhookPort);
    arguments.add("--health-addr=127.0.0.1:0");
    arguments.addAll(List.of("--set", "aws.endpoint=" + clouds.aws().endpoint()));
    clouds
        .kapsule()
        .ifPresent(
            one ->
                arguments.addAll(List.of("--set", "scaleway.endpoint=" + one.cloud().endpoint())));
    arguments.addAll(options.managerArguments());
    return closing.add(
        ManagerProcess.start(
            ManagerLaunch.here(
                options.jvmOptions(), arguments, environment(directory), directory)));
  }

  /** The simulated account, and nothing of a real one that this machine may know. */
  private Map<String, String> environment(Path directory) {
    Account account = options.world().accounts().getFirst();
    return Map.of(
        "AWS_ACCESS_KEY_ID", account.accessKey(),
        "AWS_SECRET_ACCESS_KEY", account.secretKey(),
        "AWS_CONFIG_FILE", directory.resolve("no-aws-config").toString(),
        "AWS_SHARED_CREDENTIALS_FILE", directory.resolve("no-aws-credentials").toString(),
        "AWS_EC2_METADATA_DISABLED", "true",
        "NO_PROXY", "127.0.0.1",
        "no_proxy", "127.0.0.1");
  }
}
