package io.weir.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.cloud.ApiServerGate;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.saved.StateSaver;
import io.weir.sandbox.usage.ApiUsers;
import io.weir.sandbox.usage.UsageMeter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All that a pool needs, on this machine: a real API server, which is management and workload
 * cluster at once, simulated clouds whose instances boot as simulated machines, and the manager as
 * a process of its own. Safe for concurrent use.
 */
public final class Sandbox implements AutoCloseable {
  private static final Duration GLANCE = Duration.ofMillis(500);
  private static final int LAST_WORDS = 40;

  private final ShutdownStack shutdownStack;
  private final Path directory;
  private final ShellAccess shellAccess;
  private final Optional<ApiServerGate> gate;
  private final ControlPlane controlPlane;
  private final KubeCluster kube;
  private final List<RunningCloud> clouds;
  private final Optional<StateSaver> stateSaver;
  private final Fleet fleet;
  private final CloudController cloudController;
  private final ManagerProcess manager;
  private final UsageMeter usageMeter;

  Sandbox(ShutdownStack shutdownStack, Parts parts) {
    this.shutdownStack = shutdownStack;
    this.directory = parts.directory();
    this.shellAccess = parts.shellAccess();
    this.gate = parts.gate();
    this.controlPlane = parts.controlPlane();
    this.kube = parts.kube();
    this.clouds = List.copyOf(parts.clouds());
    this.stateSaver = parts.stateSaver();
    this.fleet = parts.fleet();
    this.cloudController = parts.cloudController();
    this.manager = parts.manager();
    this.usageMeter = new UsageMeter(controlPlane.auditLog(), journal(), manager);
  }

  /** What runs. */
  record Parts(
      Path directory,
      ShellAccess shellAccess,
      Optional<ApiServerGate> gate,
      ControlPlane controlPlane,
      KubeCluster kube,
      List<RunningCloud> clouds,
      Optional<StateSaver> stateSaver,
      Fleet fleet,
      CloudController cloudController,
      ManagerProcess manager) {}

  /**
   * Starts everything and returns when the manager leads. When this fails or the JVM ends, nothing
   * of it runs any more.
   *
   * @throws SandboxException when the manager does not start
   * @throws IOException when another part does not start
   */
  public static Sandbox start(SandboxOptions options, ProgressListener progressListener)
      throws IOException, InterruptedException {
    var shutdownStack = new ShutdownStack();
    try {
      return new SandboxStarter(options, progressListener, shutdownStack).start();
    } catch (IOException | InterruptedException | RuntimeException e) {
      shutdownStack.close();
      throw e;
    }
  }

  /** The API server, with kubectl and its audit log. */
  public ControlPlane controlPlane() {
    return controlPlane;
  }

  /** The API server as the sandbox's own account sees it, with watches and caches. */
  public KubeCluster kube() {
    return kube;
  }

  /** Every cloud that runs; first the one whose pools are shown. */
  public List<RunningCloud> runningClouds() {
    return clouds;
  }

  /** Their simulators, in the same order. */
  public List<SimulatedCloud> clouds() {
    return clouds.stream().map(RunningCloud::simulator).toList();
  }

  /**
   * The simulator of a kind, with what only it can do.
   *
   * @throws IllegalArgumentException when none of this kind runs
   */
  public <C extends SimulatedCloud> C simulator(Class<C> kind) {
    return clouds().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + kind.getSimpleName() + " runs"));
  }

  /** The cloud whose pools are shown. */
  public SandboxCloud cloud() {
    return clouds.getFirst().cloud();
  }

  /** What the cloud was asked whose pools are shown. */
  public Journal journal() {
    return clouds().getFirst().journal();
  }

  /** What writes its state down; empty when it does not outlive it. */
  public Optional<StateSaver> stateSaver() {
    return stateSaver;
  }

  /** The simulated machines, with their consoles. */
  public Fleet fleet() {
    return fleet;
  }

  /** The cloud controller of the cluster. */
  public CloudController cloudController() {
    return cloudController;
  }

  /** The manager's process. */
  public ManagerProcess manager() {
    return manager;
  }

  /** What the manager costs. */
  public UsageMeter usageMeter() {
    return usageMeter;
  }

  /** Where its files are, until it is stopped. */
  public Path directory() {
    return directory;
  }

  /** What it is called. */
  public String name() {
    return String.valueOf(directory.getFileName());
  }

  /** How a person gets at it. */
  public ShellAccess shellAccess() {
    return shellAccess;
  }

  /**
   * The address by which the manager reaches the workload cluster.
   *
   * @throws IllegalArgumentException when the sandbox was made without
   */
  public ApiServerGate workloadGate() {
    return gate.orElseThrow(
        () -> new IllegalArgumentException("this sandbox cannot disconnect the workload cluster"));
  }

  /**
   * Has something closed before everything else, however the sandbox comes to its end; the last one
   * given is closed first.
   */
  public void addToCloseFirst(AutoCloseable part) {
    AutoCloseable _ = shutdownStack.add(part);
  }

  /** Whether it has been stopped, or is being stopped because the JVM ends. */
  public boolean isClosed() {
    return shutdownStack.isClosed();
  }

  /**
   * Applies manifests as a person would, after making what they take for granted: their namespaces,
   * and the kubeconfig Secret of each Cluster among them.
   *
   * @throws IOException with what the API server says when it refuses
   */
  public void apply(Manifests manifests) throws IOException, InterruptedException {
    for (ApiObject namespace : manifests.of(BuiltInKinds.NAMESPACE)) {
      ApiObject _ = kube.client().apply(namespace.copyTree());
    }
    manifests.objects().stream()
        .map(ApiObject::namespace)
        .filter(name -> !name.isEmpty())
        .distinct()
        .filter(
            name -> kube.client().get(BuiltInKinds.NAMESPACE, new ObjectKey("", name)).isEmpty())
        .forEach(
            name -> {
              ApiObject _ = kube.client().apply(namespace(name));
            });
    for (ApiObject cluster : manifests.of(GroupKind.CLUSTER)) {
      createKubeconfigSecret(Manifests.keyOf(cluster));
      if (SimulatedControlPlaneProvider.isNeededBy(cluster)) {
        ApiObject _ =
            kube.client()
                .apply(
                    KubeconfigSecrets.caSecret(
                        Manifests.keyOf(cluster), controlPlane.kubeconfig(ApiUsers.WORKLOAD)));
      }
    }
    for (RunningCloud cloud : clouds) {
      for (ObjectNode needed : cloud.provide(manifests)) {
        var object = new ApiObject(needed);
        if (kube.client().get(object.groupKind(), object.key()).isEmpty()) {
          ApiObject _ = kube.client().apply(needed);
        }
      }
    }
    try {
      controlPlane.apply(manifests.yaml());
    } catch (IOException refusal) {
      throw new SandboxException(
          "cannot apply %s: %s".formatted(manifests.name(), words(refusal)), List.of());
    }
    var owner = new SimulatedControlPlaneProvider(kube.client(), controlPlane.server());
    manifests.of(GroupKind.CLUSTER).stream()
        .filter(cluster -> cluster.at("/spec/controlPlaneRef").isObject())
        .forEach(cluster -> owner.initialize(Manifests.keyOf(cluster)));
  }

  private static ObjectNode namespace(String name) {
    ObjectNode namespace = Json.MAPPER.createObjectNode();
    namespace.put("apiVersion", "v1").put("kind", "Namespace");
    namespace.putObject("metadata").put("name", name);
    return namespace;
  }

  /** What kubectl says, less its own name and its warnings, as one sentence. */
  private static String words(IOException refusal) {
    return String.valueOf(refusal.getMessage())
        .replaceFirst("^kubectl ended with code \\d+: ", "")
        .lines()
        .map(line -> line.replaceFirst("^(error|Error from server[^:]*): ", "").strip())
        .filter(line -> !line.isEmpty() && !line.startsWith("Warning:"))
        .collect(Collectors.joining("; "));
  }

  /** Makes the kubeconfig Secret of a Cluster, which so becomes this API server. */
  public void createKubeconfigSecret(ObjectKey cluster) {
    String direct = controlPlane.kubeconfig(ApiUsers.WORKLOAD);
    ObjectNode secret =
        KubeconfigSecrets.of(cluster, gate.map(d -> d.rewriteKubeconfig(direct)).orElse(direct));
    ApiObject _ = kube.client().apply(secret);
  }

  /**
   * Waits until the manager leads.
   *
   * @param from where in the audit log to begin looking: a place from before its start
   * @throws SandboxException when it ends instead, or does not lead in time
   */
  public void awaitLeading(AuditLog.Mark from, Duration timeout)
      throws IOException, InterruptedException {
    awaitLeading(controlPlane.auditLog(), manager, from, timeout);
  }

  static void awaitLeading(
      AuditLog log, ManagerProcess manager, AuditLog.Mark from, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (log.await(from, LeaderDetector::isLeaseWrite, GLANCE).isEmpty()) {
      if (!manager.isAlive()) {
        throw new SandboxException(
            "the manager exited instead of starting", manager.lastLines(LAST_WORDS));
      }
      if (System.nanoTime() > deadline) {
        throw new SandboxException(
            "the manager did not become leader within " + timeout.toSeconds() + " s",
            manager.lastLines(LAST_WORDS));
      }
    }
  }

  /** Stops everything in reverse order and deletes all files. Repeating this is harmless. */
  @Override
  public void close() {
    shutdownStack.close();
  }
}
