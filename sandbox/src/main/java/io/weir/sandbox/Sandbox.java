package io.weir.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.kube.BuiltIns;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.account.Meter;
import io.weir.sandbox.cloud.Door;
import io.weir.sandbox.cloud.Kapsule;
import io.weir.sandbox.cloud.Machines;
import io.weir.sandbox.keep.Keeper;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.objects.Cloud;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.Manifests;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All that a pool needs, on this machine: a real API server, which is management and workload
 * cluster at once, a simulated cloud whose instances boot as simulated machines, and the manager as
 * a process of its own. Safe for concurrent use.
 */
public final class Sandbox implements AutoCloseable {
  private static final Duration GLANCE = Duration.ofMillis(500);
  private static final int LAST_WORDS = 40;

  private final Closing closing;
  private final Path directory;
  private final WayIn wayIn;
  private final Optional<Door> door;
  private final ControlPlane controlPlane;
  private final KubeCluster kube;
  private final AwsCloud aws;
  private final Optional<Kapsule> kapsule;
  private final Optional<Keeper> keeper;
  private final Fleet fleet;
  private final Machines machines;
  private final CloudController cloudController;
  private final ManagerProcess manager;
  private final Meter meter;

  Sandbox(Closing closing, Parts parts) {
    this.closing = closing;
    this.directory = parts.directory();
    this.wayIn = parts.wayIn();
    this.door = parts.door();
    this.controlPlane = parts.controlPlane();
    this.kube = parts.kube();
    this.aws = parts.aws();
    this.kapsule = parts.kapsule();
    this.keeper = parts.keeper();
    this.fleet = parts.fleet();
    this.machines = parts.machines();
    this.cloudController = parts.cloudController();
    this.manager = parts.manager();
    this.meter = new Meter(controlPlane.auditLog(), calls(), manager);
  }

  /** What runs. */
  record Parts(
      Path directory,
      WayIn wayIn,
      Optional<Door> door,
      ControlPlane controlPlane,
      KubeCluster kube,
      AwsCloud aws,
      Optional<Kapsule> kapsule,
      Optional<Keeper> keeper,
      Fleet fleet,
      Machines machines,
      CloudController cloudController,
      ManagerProcess manager) {}

  /**
   * Starts everything and returns when the manager leads. When this fails or the JVM ends, nothing
   * of it runs any more.
   *
   * @throws SandboxException when the manager does not start
   * @throws IOException when another part does not start
   */
  public static Sandbox start(SandboxOptions options, Progress progress)
      throws IOException, InterruptedException {
    var closing = new Closing();
    try {
      return new Starter(options, progress, closing).start();
    } catch (IOException | InterruptedException | RuntimeException e) {
      closing.close();
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

  /** The simulated cloud, with its journal and its faults. */
  public AwsCloud aws() {
    return aws;
  }

  /** The simulated Kapsule, where pools of Scaleway are shown. */
  public Optional<Kapsule> kapsule() {
    return kapsule;
  }

  /** Every simulated cloud that runs; first the one whose pools are shown. */
  public List<SimulatedCloud> clouds() {
    return kapsule.<List<SimulatedCloud>>map(one -> List.of(one.cloud(), aws)).orElse(List.of(aws));
  }

  /** The cloud whose pools are shown. */
  public Cloud cloud() {
    return kapsule.isPresent() ? Cloud.SCALEWAY : Cloud.AWS;
  }

  /** What the cloud was asked whose pools are shown. */
  public Journal calls() {
    return clouds().getFirst().journal();
  }

  /** What writes its state down; empty when it does not outlive it. */
  public Optional<Keeper> keeper() {
    return keeper;
  }

  /** The simulated machines, with their consoles. */
  public Fleet fleet() {
    return fleet;
  }

  /** Which machine stands for which instance. */
  public Machines machines() {
    return machines;
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
  public Meter meter() {
    return meter;
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
  public WayIn wayIn() {
    return wayIn;
  }

  /**
   * The address by which the manager reaches the workload cluster.
   *
   * @throws IllegalArgumentException when the sandbox was made without
   */
  public Door workloadDoor() {
    return door.orElseThrow(
        () -> new IllegalArgumentException("this sandbox has no door to the workload cluster"));
  }

  /**
   * Has something closed before everything else, however the sandbox comes to its end; the last one
   * given is closed first.
   */
  public void closeFirst(AutoCloseable part) {
    AutoCloseable _ = closing.add(part);
  }

  /** Whether it has been stopped, or is being stopped because the JVM ends. */
  public boolean closed() {
    return closing.closed();
  }

  /**
   * Applies manifests as a person would, after making what they take for granted: their namespaces,
   * and the kubeconfig Secret of each Cluster among them.
   *
   * @throws IOException with what the API server says when it refuses
   */
  public void apply(Manifests manifests) throws IOException, InterruptedException {
    for (ApiObject namespace : manifests.of(BuiltIns.NAMESPACE)) {
      ApiObject _ = kube.client().apply(namespace.copy());
    }
    manifests.objects().stream()
        .map(ApiObject::namespace)
        .filter(name -> !name.isEmpty())
        .distinct()
        .filter(name -> kube.client().get(BuiltIns.NAMESPACE, new ObjectKey("", name)).isEmpty())
        .forEach(
            name -> {
              ApiObject _ = kube.client().apply(namespace(name));
            });
    for (ApiObject cluster : manifests.of(GroupKind.CLUSTER)) {
      attach(Manifests.key(cluster));
      if (ControlPlaneOwner.isMissedBy(cluster)) {
        ApiObject _ =
            kube.client()
                .apply(
                    KubeconfigSecrets.authority(
                        Manifests.key(cluster), controlPlane.kubeconfig(Accounts.WORKLOAD)));
      }
    }
    kapsule.ifPresent(one -> provide(one, manifests));
    try {
      controlPlane.apply(manifests.yaml());
    } catch (IOException refusal) {
      throw new SandboxException(
          "cannot apply %s: %s".formatted(manifests.name(), words(refusal)), List.of());
    }
    var owner = new ControlPlaneOwner(kube.client(), controlPlane.server());
    manifests.of(GroupKind.CLUSTER).stream()
        .filter(cluster -> cluster.at("/spec/controlPlaneRef").isObject())
        .forEach(cluster -> owner.initialize(Manifests.key(cluster)));
  }

  private void provide(Kapsule cloud, Manifests manifests) {
    for (ObjectNode secret : cloud.provide(manifests)) {
      ApiObject _ = kube.client().apply(secret);
    }
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
  public void attach(ObjectKey cluster) {
    String direct = controlPlane.kubeconfig(Accounts.WORKLOAD);
    ObjectNode secret = KubeconfigSecrets.of(cluster, door.map(d -> d.by(direct)).orElse(direct));
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
    while (log.await(from, Leading::begun, GLANCE).isEmpty()) {
      if (!manager.isAlive()) {
        throw new SandboxException(
            "the manager ended instead of starting", manager.lastLines(LAST_WORDS));
      }
      if (System.nanoTime() > deadline) {
        throw new SandboxException(
            "the manager does not lead after " + timeout.toSeconds() + " s",
            manager.lastLines(LAST_WORDS));
      }
    }
  }

  /** Stops everything in reverse order and deletes all files. Repeating this is harmless. */
  @Override
  public void close() {
    closing.close();
  }
}
