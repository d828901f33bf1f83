package io.weir.sandbox.external;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.sandbox.manager.ManagerClassPath;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.manager.ManagerLaunch;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.objects.CustomResourceDefinitions;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.objects.StatusSummary;
import io.weir.sandbox.usage.ApiUsers;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Weir as it is installed in a cluster, and a manager that has the account of that installation.
 */
final class InstalledWeir implements AutoCloseable {
  /** The manager's account. */
  static final String ACCOUNT =
      "system:serviceaccount:%s:%s".formatted(ManagerRbac.NAMESPACE, ManagerRbac.ACCOUNT);

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ControlPlane controlPlane;
  private final String namespace;
  private final KubeCluster kube;
  private Optional<ManagerProcess> manager = Optional.empty();

  InstalledWeir(ControlPlane controlPlane, String namespace) {
    this.controlPlane = controlPlane;
    this.namespace = namespace;
    this.kube =
        KubeCluster.connect(
            KubeConfigs.fromText(
                controlPlane.kubeconfig(ApiUsers.SANDBOX, "system:masters"), "own"),
            WatchSettings.defaults(),
            RequestListener.NONE);
  }

  /** What {@code weir install} does with a provider on its class path. */
  void install(ExternalProvider provider) throws Exception {
    CustomResourceDefinitions.Installed _ =
        provider.runOnClassPath(() -> CustomResourceDefinitions.install(kube, PATIENCE));
    controlPlane.apply(provider.runOnClassPath(ManagerRbac::sandboxManifest));
  }

  /** Starts a manager with a further jar, as the account that was installed. */
  void startManager(Path jar, String[] settings, Path directory) throws Exception {
    var arguments =
        new ArrayList<>(
            List.of(
                "--kubeconfig=" + kubeconfig(directory.resolve("manager.kubeconfig")),
                "--webhook-port=0",
                "--health-addr=127.0.0.1:0",
                "--workload-cidr-allow=127.0.0.0/8,::1/128",
                "--observe-soon=500ms",
                "--observe-busy=1s",
                "--observe-idle=5s"));
    arguments.addAll(List.of(settings));
    manager =
        Optional.of(
            ManagerProcess.start(
                new ManagerLaunch(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    ManagerJvm.OPTIONS,
                    ManagerClassPath.find() + File.pathSeparator + jar,
                    arguments,
                    Map.of("AWS_EC2_METADATA_DISABLED", "true"),
                    directory.resolve("manager"))));
    CustomResourceDefinitions.awaitConversion(kube, PATIENCE);
  }

  private Path kubeconfig(Path file) throws Exception {
    String token =
        controlPlane
            .kubectl("create", "token", ManagerRbac.ACCOUNT, "-n", ManagerRbac.NAMESPACE)
            .outputOrThrow()
            .strip();
    String authority =
        Base64.getEncoder()
            .encodeToString(controlPlane.caCertificatePem().getBytes(StandardCharsets.UTF_8));
    return Files.writeString(
        file,
        """
        {"apiVersion": "v1", "kind": "Config", "current-context": "own",
         "clusters": [{"name": "own", "cluster": {
           "server": "%s", "certificate-authority-data": "%s"}}],
         "users": [{"name": "own", "user": {"token": "%s"}}],
         "contexts": [{"name": "own", "context": {"cluster": "own", "user": "own"}}]}
        """
            .formatted(controlPlane.server(), authority, token));
  }

  /** Applies a file, and attaches the Clusters in it to this same API server. */
  void apply(Path file) throws IOException {
    Manifests manifests = Manifests.of(file.toString(), Files.readString(file));
    for (ApiObject cluster : manifests.of(GroupKind.CLUSTER)) {
      ApiObject _ =
          kube.client()
              .apply(
                  KubeconfigSecrets.of(
                      key(cluster.name()), controlPlane.kubeconfig(ApiUsers.WORKLOAD)));
    }
    for (ApiObject object : manifests.objects()) {
      ObjectNode tree = object.copyTree();
      tree.withObject("/metadata").put("namespace", namespace);
      ApiObject _ = kube.client().apply(tree);
    }
  }

  void scale(String pool, int replicas) throws Exception {
    String _ =
        controlPlane
            .kubectl("-n", namespace, "scale", "machinepool", pool, "--replicas=" + replicas)
            .outputOrThrow();
  }

  /** Waits until a pool runs with so many machines, whose Nodes join as they appear. */
  void awaitRunning(GroupKind infrastructure, String pool, int replicas) throws Exception {
    ApiObject members =
        await(
            infrastructure,
            pool,
            object ->
                object.at("/spec/providerIDList").size() == replicas
                    && object.at("/status/replicas").asInt() == replicas);
    for (JsonNode id : members.at("/spec/providerIDList")) {
      join(id.asText());
    }
    ApiObject _ =
        await(
            GroupKind.MACHINE_POOL,
            pool,
            object ->
                object.at("/status/phase").asText().equals("Running")
                    && object.at("/status/readyReplicas").asInt() == replicas
                    && object.at("/status/nodeRefs").size() == replicas);
  }

  /** What the kubelet of a new machine does. */
  private void join(String providerId) throws Exception {
    String name = providerId.substring(providerId.lastIndexOf('/') + 1);
    if (kube.client().get(BuiltInKinds.NODE, new ObjectKey("", name)).isPresent()) {
      return;
    }
    ObjectNode node = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
    node.putObject("metadata").put("name", name);
    node.putObject("spec").put("providerID", providerId);
    ApiObject _ = kube.client().create(node);
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    String ready =
        """
        {"status": {"nodeInfo": {"kubeletVersion": "v1.35.4"}, "conditions": [
          {"type": "Ready", "status": "True", "reason": "Kubelet", "message": "",
           "lastHeartbeatTime": "%1$s", "lastTransitionTime": "%1$s"}]}}
        """
            .formatted(now);
    // No edit of what was read: the manager may have marked the Node meanwhile.
    String _ =
        controlPlane
            .kubectl("patch", "node", name, "--subresource=status", "--type=merge", "-p", ready)
            .outputOrThrow();
  }

  /** Deletes an object and waits until it is gone. */
  void delete(GroupKind kind, String name) throws Exception {
    kube.client().delete(get(kind, name), PropagationPolicy.BACKGROUND);
    awaitGone(kind, name);
  }

  void awaitGone(GroupKind kind, String name) throws Exception {
    ObjectCache cache = kube.cache(kind);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue(); // else all seem to be gone
    try (var objectWaiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!objectWaiter.awaitUntil(() -> cache.get(key(name)).isEmpty())) {
        throw new AssertionError("never goes: " + state(kind, name));
      }
    }
  }

  /** Waits until an object is as wanted. */
  ApiObject await(GroupKind kind, String name, Predicate<ApiObject> wanted)
      throws InterruptedException {
    try (var objectWaiter = ObjectWaiter.start(kube.cache(kind), PATIENCE)) {
      return objectWaiter
          .awaitUntil(key(name), wanted)
          .orElseThrow(() -> new AssertionError("never as wanted: " + state(kind, name)));
    }
  }

  private String state(GroupKind kind, String name) {
    return "%s%nthe manager: %s"
        .formatted(
            kube.cache(kind)
                .get(key(name))
                .map(StatusSummary::lines)
                .orElse(List.of("it is not there")),
            manager.map(process -> process.lastLines(30)).orElse(List.of("is not started")));
  }

  /** An object that is there. */
  private ApiObject get(GroupKind kind, String name) {
    return kube.client().get(kind, key(name)).orElseThrow();
  }

  /** Waits until the cluster has no Node any more. */
  void awaitNoNodes() throws InterruptedException {
    ObjectCache cache = kube.cache(BuiltInKinds.NODE);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue(); // else there seem to be none
    try (var objectWaiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!objectWaiter.awaitUntil(() -> cache.list().isEmpty())) {
        throw new AssertionError("Nodes that never go: " + cache.list());
      }
    }
  }

  /** A condition in one line, without its message. */
  static String conditionLine(JsonNode condition) {
    return "%s %s %s"
        .formatted(
            condition.path("type").asText(),
            condition.path("status").asText(),
            condition.path("reason").asText());
  }

  /** What an account asked for. */
  List<AuditRecord> requestsOf(String account) throws IOException {
    return controlPlane.auditLog().since(AuditLog.beginning()).stream()
        .filter(request -> request.user().equals(account))
        .toList();
  }

  private ObjectKey key(String name) {
    return new ObjectKey(namespace, name);
  }

  @Override
  public void close() {
    manager.ifPresent(ManagerProcess::close);
    kube.close();
  }
}
