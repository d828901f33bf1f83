package io.weir.sandbox;

import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.ControlPlaneOptions;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.process.BackgroundTask;
import io.weir.controlplane.process.FreePort;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.roles.Roles;
import io.weir.sandbox.cloud.ApiServerGate;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.CombinedInventory;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.manager.CdsArchive;
import io.weir.sandbox.manager.ManagerLaunch;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.manager.ManagerProgram;
import io.weir.sandbox.objects.CloudIdentities;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.saved.SavedSandbox;
import io.weir.sandbox.saved.SavedSettings;
import io.weir.sandbox.saved.StateSaver;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Starts the parts of a sandbox one after another. */
final class SandboxStarter {
  static final String LEASE_NAMESPACE = "weir-system";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SandboxOptions options;
  private final ProgressListener progressListener;
  private final ShutdownStack shutdownStack;

  SandboxStarter(
      SandboxOptions options, ProgressListener progressListener, ShutdownStack shutdownStack) {
    this.options = options;
    this.progressListener = progressListener;
    this.shutdownStack = shutdownStack;
  }

  /**
   * The simulated clouds and what runs on their machines.
   *
   * @param fleet the simulated nodes
   * @param running first the one whose pools are shown
   */
  private record Clouds(Fleet fleet, List<RunningCloud> running) {

    List<SimulatedCloud> simulators() {
      return running.stream().map(RunningCloud::simulator).toList();
    }
  }

  /** What works on the API server. */
  private record Controllers(ManagerProcess manager, CloudController cloudController) {}

  /** Starts them; whoever calls closes what was started when this fails. */
  Sandbox start() throws IOException, InterruptedException {
    AutoCloseable _ = shutdownStack.add(progressListener::stopped);
    Path directory = shutdownStack.add(workspace()).directory();
    Optional<SavedSettings> settings = SavedSettings.read(directory);
    Binaries binaries = Binaries.findOrBuild(event -> progressListener.step(event.sentence()));
    TokenReviews tokenReviews = shutdownStack.add(TokenReviews.open());
    ControlPlane controlPlane = controlPlane(binaries, tokenReviews, directory, settings);
    ShellAccess shellAccess = shellAccess(directory, controlPlane, binaries);
    Clouds clouds = clouds(controlPlane, SavedSandbox.read(directory));
    tokenReviews.askFrom(
        clouds.running().stream().flatMap(cloud -> cloud.tokenAuthenticator().stream()).toList());
    Optional<ApiServerGate> gate = gate(controlPlane, settings);
    int webhookPort = webhookPort(settings);
    Optional<StateSaver> stateSaver =
        stateSaver(directory, controlPlane, gate, webhookPort, clouds);
    KubeCluster kube = connect(controlPlane);
    Controllers controllers =
        controllers(controlPlane, kube, clouds, webhookPort, directory.resolve("manager"));
    return new Sandbox(
        shutdownStack,
        new Sandbox.Parts(
            directory,
            shellAccess,
            gate,
            controlPlane,
            kube,
            clouds.running(),
            stateSaver,
            clouds.fleet(),
            controllers.cloudController(),
            controllers.manager()));
  }

  private static ShellAccess shellAccess(
      Path directory, ControlPlane controlPlane, Binaries binaries) throws IOException {
    ShellAccess shellAccess =
        ShellAccess.create(
            directory, controlPlane.adminKubeconfig(), binaries.path(Binary.KUBECTL));
    Path weir = Path.of(System.getProperty("weir.command", ""));
    return Files.isExecutable(weir) ? shellAccess.withCommand(weir) : shellAccess;
  }

  private Clouds clouds(ControlPlane controlPlane, Optional<SavedSandbox> before) {
    Fleet fleet =
        shutdownStack.add(
            new Fleet(options.fleet(), before.map(SavedSandbox::machines).orElse(Map.of())));
    String joining = controlPlane.kubeconfig(ApiUsers.SANDBOX, "system:masters");
    if (options.workloads()) {
      fleet.runPodsOf(joining);
    }
    List<RunningCloud> running = new ArrayList<>();
    for (CloudWorld world : options.worlds()) {
      running.add(shutdownStack.add(world.start(fleet, Binaries.kubernetesVersion(), joining)));
    }
    progressListener.step(running.getFirst().description());
    var clouds = new Clouds(fleet, List.copyOf(running));
    before.ifPresent(savedSandbox -> savedSandbox.restoreTo(clouds.simulators()));
    return clouds;
  }

  private Optional<StateSaver> stateSaver(
      Path directory,
      ControlPlane controlPlane,
      Optional<ApiServerGate> gate,
      int webhookPort,
      Clouds clouds)
      throws IOException {
    if (options.interactive().savedName().isEmpty()) {
      return Optional.empty();
    }
    var stateSaver = new StateSaver(directory);
    new SavedSettings(
            controlPlane.server().getPort(),
            gate.map(open -> open.address().getPort()).orElse(0),
            webhookPort,
            options.cloud(),
            SavedSettings.written(options.worlds()))
        .write(directory);
    shutdownStack
        .add(stateSaver)
        .register(
            SavedSandbox.FILE, () -> SavedSandbox.of(clouds.simulators(), clouds.fleet()).toJson());
    return Optional.of(stateSaver);
  }

  /** Returns when the manager leads, and conversion works. */
  private Controllers controllers(
      ControlPlane controlPlane, KubeCluster kube, Clouds clouds, int webhookPort, Path directory)
      throws IOException, InterruptedException {
    // Three things that take a second each and do not need each other.
    BackgroundTask<CustomResourceDefinitions.Installed> kinds =
        BackgroundTask.start("kinds", () -> CustomResourceDefinitions.install(kube, PATIENCE));
    String rights =
        options.otherManager().isPresent()
            ? ManagerRbac.sandboxManifestOfAnyManager()
            : ManagerRbac.sandboxManifest();
    controlPlane.apply(rights + "\n---\n" + CloudController.manifest());
    AuditLog.Mark mark = controlPlane.auditLog().mark();
    ManagerProcess manager = manager(controlPlane, clouds, webhookPort, directory);
    CloudController cloudController =
        cloudController(controlPlane, new CombinedInventory(clouds.running()));
    for (RunningCloud cloud : clouds.running()) {
      cloud.startOperators(kube).forEach(shutdownStack::add);
    }
    progressListener.step(
        "installed %d CRDs and the manager's RBAC".formatted(kinds.await().kinds()));
    List<CloudIdentities.Installed> _ =
        CloudIdentities.install(kube.client(), Roles.all(), Optional.empty());
    Sandbox.awaitLeading(controlPlane.auditLog(), manager, mark, PATIENCE);
    CustomResourceDefinitions.awaitConversion(kube, PATIENCE);
    CdsArchive.markStarted();
    progressListener.step(
        "the manager is the leader"
            + manager.handle().map(handle -> ", process " + handle.pid()).orElse(""));
    return new Controllers(manager, cloudController);
  }

  private Workspace workspace() throws IOException {
    Optional<String> name = options.interactive().savedName();
    return name.isEmpty()
        ? Workspace.create(options.directory())
        : Workspace.openSaved(options.savedDirectory(), name.get());
  }

  private Optional<ApiServerGate> gate(ControlPlane controlPlane, Optional<SavedSettings> before)
      throws IOException {
    return options.interactive().gate()
        ? Optional.of(
            shutdownStack.add(
                ApiServerGate.open(
                    controlPlane.server(), before.map(SavedSettings::gatePort).orElse(0))))
        : Optional.empty();
  }

  private static int webhookPort(Optional<SavedSettings> before) throws IOException {
    int same = before.map(SavedSettings::webhookPort).orElse(0);
    // Another one will do, too: the manager tells the API server.
    return same != 0 && FreePort.isFree(same) ? same : WebhookPort.find();
  }

  private ControlPlane controlPlane(
      Binaries binaries, TokenReviews tokenReviews, Path directory, Optional<SavedSettings> before)
      throws IOException, InterruptedException {
    ControlPlaneOptions how =
        tokenReviews
            .addTo(ControlPlaneOptions.inDirectory(directory.resolve("control-plane")), directory)
            .withPort(options.interactive().port());
    if (options.workloads()) {
      how = how.withWorkloads();
    }
    if (before.isPresent()) {
      int port = before.get().apiPort();
      if (options.interactive().port() != 0 && options.interactive().port() != port) {
        throw new SandboxException(
            "this sandbox is bound to port %d, as its machines use it: omit --port".formatted(port),
            List.of());
      }
      how = how.withPort(port).resuming();
    }
    ControlPlane controlPlane = shutdownStack.add(ControlPlane.start(binaries, how));
    progressListener.step(
        "Kubernetes %s runs at %s, as management and workload cluster"
            .formatted(Binaries.kubernetesVersion(), controlPlane.server()));
    return controlPlane;
  }

  private KubeCluster connect(ControlPlane controlPlane) {
    String kubeconfig = controlPlane.kubeconfig(ApiUsers.SANDBOX, "system:masters");
    return shutdownStack.add(
        KubeCluster.connect(
            KubeConfigs.fromText(kubeconfig, "sandbox"),
            WatchSettings.defaults(),
            RequestListener.NONE));
  }

  private CloudController cloudController(ControlPlane controlPlane, CloudInventory machines) {
    return shutdownStack.add(
        CloudController.start(
            controlPlane.kubeconfig(CloudController.USER), machines, options.cloudController()));
  }

  private ManagerProcess manager(
      ControlPlane controlPlane, Clouds clouds, int webhookPort, Path directory)
      throws IOException {
    var arguments = new ArrayList<String>();
    arguments.add("--kubeconfig=" + controlPlane.kubeconfigFile(ApiUsers.MANAGER));
    arguments.add("--lease-namespace=" + LEASE_NAMESPACE);
    // A port that stays the same, so that a manager that starts again is found where it was.
    arguments.add("--webhook-port=" + webhookPort);
    arguments.add("--health-addr=127.0.0.1:0");
    // The workload clusters of the sandbox are on this machine.
    arguments.add("--workload-cidr-allow=127.0.0.0/8,::1/128");
    for (RunningCloud cloud : clouds.running()) {
      cloud
          .managerSettings()
          .forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
    }
    arguments.addAll(options.managerArguments());
    Map<String, String> environment = environment(clouds, directory);
    if (options.otherManager().isEmpty()) {
      return shutdownStack.add(
          ManagerProcess.start(
              ManagerLaunch.withCurrentJava(
                  options.jvmOptions(), arguments, environment, directory)));
    }
    environment.put("KUBECONFIG", controlPlane.kubeconfigFile(ApiUsers.MANAGER).toString());
    return shutdownStack.add(
        ManagerProcess.start(
            new ManagerLaunch(
                new ManagerProgram.Other(options.otherManager().get()),
                arguments,
                environment,
                directory)));
  }

  /** What the setting of a cloud is called in the environment: {@code WEIR_AWS_ENDPOINT}. */
  private static String variable(String setting) {
    return "WEIR_" + setting.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static Map<String, String> environment(Clouds clouds, Path directory) {
    var environment = new TreeMap<String, String>();
    for (RunningCloud cloud : clouds.running()) {
      environment.putAll(cloud.managerEnvironment(directory));
      cloud.managerSettings().forEach((key, value) -> environment.put(variable(key), value));
    }
    environment.put("NO_PROXY", "127.0.0.1");
    environment.put("no_proxy", "127.0.0.1");
    return environment;
  }
}
