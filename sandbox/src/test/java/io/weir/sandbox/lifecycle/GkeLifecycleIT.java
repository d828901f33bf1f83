package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.InstanceState;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lifecycle of node pools of GKE, from YAML to Nodes and back. */
@WithTestSandbox
class GkeLifecycleIT {
  private static final GroupKind POOL = TestSandbox.GKE_POOL;
  private static final GroupKind CONTROL_PLANE =
      new GroupKind("infrastructure.cluster.x-k8s.io", "GCPManagedControlPlane");

  /** What upstream's template says of a cluster of GKE; the rest is up to its controllers. */
  private static final String TEMPLATE =
      """
      apiVersion: cluster.x-k8s.io/v1beta1
      kind: Cluster
      metadata: {name: bare, namespace: gke-bare}
      spec:
        infrastructureRef:
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPManagedCluster
          name: bare
        controlPlaneRef:
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPManagedControlPlane
          name: bare-control-plane
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPManagedCluster
      metadata: {name: bare, namespace: gke-bare}
      spec:
        project: weir-demo
        region: us-central1
        network: {name: default}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPManagedControlPlane
      metadata: {name: bare-control-plane, namespace: gke-bare}
      spec: {project: weir-demo, location: us-central1}
      ---
      apiVersion: cluster.x-k8s.io/v1beta1
      kind: MachinePool
      metadata: {name: bare-gke, namespace: gke-bare}
      spec:
        clusterName: bare
        replicas: 3
        template:
          spec:
            clusterName: bare
            bootstrap: {dataSecretName: ""}
            infrastructureRef:
              apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
              kind: GCPManagedMachinePool
              name: bare-gke
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPManagedMachinePool
      metadata: {name: bare-gke, namespace: gke-bare}
      spec: {}
      """;

  private final TestSandbox testSandbox;
  private final Sandbox sandbox;

  GkeLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
  }

  @Test
  void aPoolRunsFollowsItsReplicasToZeroAndLeavesNothing() throws Exception {
    ObjectKey pool = create("sized-gke");
    testSandbox.awaitRunning(pool, 3);
    Set<String> first = members(pool);
    assertThat(first).allMatch(id -> id.startsWith("gce://weir-demo/europe-west1-"));

    scale(pool, 6);
    testSandbox.awaitRunning(pool, 6);
    assertThat(members(pool)).containsAll(first);
    assertNothingIsWrittenOf(pool);
    scale(pool, 3);
    testSandbox.awaitRunning(pool, 3);
    scale(pool, 0);
    testSandbox.awaitRunning(pool, 0);
    assertThat(running(pool)).isEmpty();
    scale(pool, 3);
    testSandbox.awaitRunning(pool, 3);
    delete(pool);
  }

  @Test
  void labelsAndTaintsReachNodesAsTheyAreAndAnotherImageIsRolledByGke() throws Exception {
    ObjectKey pool = create("changed-gke");
    testSandbox.awaitRunning(pool, 3);
    Set<String> before = members(pool);

    patch(
        "gcpmanagedmachinepool",
        pool.namespace(),
        pool.name(),
        """
        {"spec": {"kubernetesLabels": {"tier": "cache"},
                  "kubernetesTaints": [{"key": "only", "value": "cache", "effect": "NoSchedule"}]}}
        """);
    testSandbox.awaitNodes(
        "three Nodes have the other label and the taint",
        () ->
            nodes(pool).stream()
                    .filter(node -> "cache".equals(node.labels().get("tier")))
                    .filter(node -> node.at("/spec/taints").toString().contains("\"only\""))
                    .count()
                == 3);
    testSandbox.awaitRunning(pool, 3);
    assertThat(members(pool)).isEqualTo(before);

    patch(
        "gcpmanagedmachinepool",
        pool.namespace(),
        pool.name(),
        "{\"spec\": {\"imageType\": \"UBUNTU_CONTAINERD\"}}");
    ApiObject rolled = awaitOthersThan(before, pool);
    testSandbox.awaitRunning(pool, 3);
    assertThat(rolled.at("/status/ready").asBoolean()).isTrue();
    delete(pool);
  }

  @Test
  void aPoolIsUpgradedByGkeOnceItsClusterIs() throws Exception {
    ObjectKey pool = create("upgraded-gke");
    testSandbox.awaitRunning(pool, 3);
    Set<String> before = members(pool);

    patch(
        "gcpmanagedcontrolplane",
        pool.namespace(),
        "demo-control-plane",
        "{\"spec\": {\"controlPlaneVersion\": \"1.36.0\"}}");
    ApiObject _ =
        testSandbox.await(
            CONTROL_PLANE,
            new ObjectKey(pool.namespace(), "demo-control-plane"),
            object -> object.at("/status/version").asText().equals("v1.36.0"),
            "has the next version");
    patch(
        "machinepool",
        pool.namespace(),
        pool.name(),
        "{\"spec\": {\"template\": {\"spec\": {\"version\": \"v1.36.0\"}}}}");

    ApiObject _ = awaitOthersThan(before, pool);
    testSandbox.awaitRunning(pool, 3);
    testSandbox.awaitNodes(
        "three Nodes are of the next version",
        () ->
            nodes(pool).stream()
                    .map(node -> node.at("/status/nodeInfo/kubeletVersion").asText())
                    .filter("v1.36.0-gke.1000"::equals)
                    .count()
                == 3);
    delete(pool);
  }

  /** Google makes it again under its name. */
  @Test
  void anInstanceThatIsLostIsRepairedAndItsNodeIsBack() throws Exception {
    ObjectKey pool = create("repaired-gke");
    testSandbox.awaitRunning(pool, 3);
    Set<String> before = members(pool);
    Set<String> machines = machinesOfReadyNodes(pool);

    assertThat(google().killInstance(running(pool).getFirst().id())).isTrue();
    testSandbox.awaitNodes(
        "three Nodes are Ready, one on a machine that was not there",
        () -> {
          Set<String> now = machinesOfReadyNodes(pool);
          return now.size() == 3 && !now.equals(machines);
        });
    testSandbox.awaitRunning(pool, 3);

    assertThat(members(pool)).isEqualTo(before);
    delete(pool);
  }

  /** With the credentials of the manager, as the cluster names none. */
  @Test
  void aPoolRunsOfATemplateThatLeavesTheClusterToItsControllers() throws Exception {
    sandbox.apply(Manifests.of("template", TEMPLATE));
    var pool = new ObjectKey("gke-bare", "bare-gke");

    testSandbox.awaitRunning(pool, 3);
    delete(pool);
  }

  @Test
  void aClusterWithoutAKubeconfigIsReachedByATokenOfGoogle() throws Exception {
    ObjectKey pool = create("token-gke");
    testSandbox.awaitRunning(pool, 3);
    String account = google().seedData().caller().email();
    testSandbox.kubectl(
        "create",
        "clusterrolebinding",
        "weir-gke",
        "--clusterrole=weir-workload",
        "--user",
        account);

    AuditLog.Mark begin = sandbox.controlPlane().auditLog().mark();
    testSandbox.kubectl("-n", pool.namespace(), "delete", "secret", "demo-kubeconfig");
    testSandbox.awaitOnNodes(begin, account, "watch");
    scale(pool, 6);
    testSandbox.awaitRunning(pool, 6);
    delete(pool);
  }

  /** Upstream's controller names no Secret, and cores wait for one. */
  @Test
  void aPoolThatNamesAGkeConfigRunsWithASecretWithoutContent() throws Exception {
    var pool = new ObjectKey("configured-gke", "configured-gke");
    sandbox.apply(Manifests.of("gke.yaml", exampleWithConfig(pool.name())));

    testSandbox.awaitRunning(pool, 3);
    ApiObject running = sandbox.kube().client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(running.at("/spec/template/spec/bootstrap/dataSecretName").asText())
        .isEqualTo(pool.name());
    ApiObject secret = sandbox.kube().client().get(GroupKind.SECRET, pool).orElseThrow();
    assertThat(secret.at("/data/value").isTextual()).isTrue();
    assertThat(secret.at("/data/value").asText()).isEmpty();
    assertThat(sandbox.kube().client().get(GroupKind.GKE_CONFIG, pool).orElseThrow())
        .satisfies(config -> assertThat(config.at("/status/ready").asBoolean()).isTrue())
        .satisfies(
            config ->
                assertThat(config.at("/status/dataSecretName").asText()).isEqualTo(pool.name()));
    assertNothingIsWrittenOf(pool);

    delete(pool);
    testSandbox.awaitGone(GroupKind.GKE_CONFIG, pool);
    testSandbox.awaitGone(GroupKind.SECRET, pool);
  }

  private void assertNothingIsWrittenOf(ObjectKey pool) throws Exception {
    testSandbox.awaitStillness(pool.namespace());
    long before = writes(pool);
    testSandbox.awaitStillness(pool.namespace());
    assertThat(writes(pool)).isEqualTo(before);
  }

  /** How often GKE was asked to change a pool. */
  private long writes(ObjectKey pool) {
    return google().journal().calls().stream()
        .filter(call -> call.resource().equals(pool.name()))
        .filter(call -> call.action().matches(".*nodePools\\.(create|update|set.*|delete)"))
        .count();
  }

  /** The example, in a cluster of GKE of its own. */
  private ObjectKey create(String name) throws Exception {
    sandbox.apply(Manifests.of("gke.yaml", example(name)));
    return new ObjectKey(name, name);
  }

  private static String example(String name) throws IOException {
    return Files.readString(Path.of("..", "examples", "gcp", "gke.yaml"))
        .replace("namespace: default", "namespace: " + name)
        .replace(
            "clusterName: demo\n  controlPlaneVersion",
            "clusterName: %s\n  controlPlaneVersion".formatted(name))
        .replace("name: workers", "name: " + name);
  }

  /** The same with a config in the place of no data; both have the name of the pool. */
  private static String exampleWithConfig(String name) throws IOException {
    String noData = "dataSecretName: \"\"";
    String example = example(name);
    assertThat(example).contains(noData);
    return example.replace(
            noData,
            """
            configRef:
                      apiGroup: bootstrap.cluster.x-k8s.io
                      kind: GKEConfig
                      name: %s\
            """
                .formatted(name))
        + """
        ---
        apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
        kind: GKEConfig
        metadata: {name: %1$s, namespace: %1$s}
        spec: {}
        """
            .formatted(name);
  }

  private ApiObject awaitOthersThan(Set<String> before, ObjectKey pool) throws Exception {
    return testSandbox.await(
        POOL,
        pool,
        object ->
            ConditionLists.isTrue(object.at("/status/conditions"), "Ready")
                && members(object).size() == before.size()
                && members(object).stream().noneMatch(before::contains),
        "has other machines");
  }

  private GcpCloud google() {
    return sandbox.simulator(GcpCloud.class);
  }

  private List<ApiObject> nodes(ObjectKey pool) {
    Set<String> members = members(pool);
    return sandbox.kube().cache(BuiltInKinds.NODE).list().stream()
        .filter(node -> members.contains(node.at("/spec/providerID").asText()))
        .toList();
  }

  private Set<String> machinesOfReadyNodes(ObjectKey pool) {
    return nodes(pool).stream()
        .filter(node -> ConditionLists.isTrue(node.at("/status/conditions"), "Ready"))
        .map(node -> node.at("/status/nodeInfo/machineID").asText())
        .collect(Collectors.toSet());
  }

  private Set<String> members(ObjectKey pool) {
    return members(sandbox.kube().client().get(POOL, pool).orElseThrow());
  }

  private static Set<String> members(ApiObject pool) {
    return pool.at("/spec/providerIDList")
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  private List<InstanceState> running(ObjectKey pool) {
    return google().instances().stream()
        .filter(
            each -> each.group().startsWith("gke-%s-%s-".formatted(pool.namespace(), pool.name())))
        .filter(each -> each.phase() == InstanceState.Phase.RUNNING)
        .toList();
  }

  private void scale(ObjectKey pool, int replicas) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  private void patch(String resource, String namespace, String name, String merge)
      throws Exception {
    testSandbox.kubectl("-n", namespace, "patch", resource, name, "--type=merge", "-p", merge);
  }

  private void delete(ObjectKey pool) throws Exception {
    testSandbox.end(POOL, pool);
    assertThat(google().engine(GcpSeedData.PROJECT).nodePools())
        .noneMatch(
            each -> each.path("selfLink").asText().contains("/clusters/" + pool.namespace() + "/"));
    assertThat(google().instances())
        .noneMatch(each -> each.group().startsWith("gke-" + pool.namespace() + "-"));
  }
}
