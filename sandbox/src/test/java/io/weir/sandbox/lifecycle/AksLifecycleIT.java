package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.process.Command;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.prepare.ManifestPreparer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lifecycle of pools of AKS, which are objects of Azure Service Operator. */
@WithTestSandbox
class AksLifecycleIT {
  private static final GroupKind LISTING = TestSandbox.ASO_POOL;
  private static final GroupKind MANAGED = TestSandbox.AKS_POOL;
  private static final GroupKind AGENT_POOL =
      new GroupKind("containerservice.azure.com", "ManagedClustersAgentPool");
  private static final Path EXAMPLES = Path.of("..", "examples", "azure");
  private static final String NEXT = "v1.35.5";
  private static final String JANE = "jane";

  @TempDir private Path directory;
  private final TestSandbox testSandbox;
  private final Sandbox sandbox;

  AksLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
  }

  @Test
  void aPoolOfListedObjectsRunsFollowsItsReplicasAndItsVersionAndLeavesNothing() throws Exception {
    var pool = new ObjectKey("aks-listed", "pool0");
    var agentPool = new ObjectKey(pool.namespace(), "demo-pool0");
    apply(pool.namespace(), "aks-aso.yaml");
    testSandbox.awaitRunning(pool, 2);

    scale(pool, 3);
    testSandbox.awaitRunning(pool, 3);
    ApiObject grown = awaitReady(pool, 3);
    assertThat(grown.finalizers()).contains("cluster.cluster.x-k8s.io");

    scale(pool, 1);
    testSandbox.awaitRunning(pool, 1);
    ApiObject _ = awaitReady(pool, 1);

    aMoveWaitsUntilAzureIsLeftAlone(pool, agentPool);

    String before = node(machinePool(pool));
    patchVersion(pool);
    ApiObject upgraded =
        testSandbox.await(
            GroupKind.MACHINE_POOL,
            pool,
            each -> !node(each).isEmpty() && !node(each).equals(before),
            "has another Node");
    assertThat(kubelet(node(upgraded))).isEqualTo(NEXT);
    testSandbox.awaitRunning(pool, 1);
    ApiObject _ = awaitReady(pool, 1);

    testSandbox.end(LISTING, pool);
    testSandbox.awaitGone(AGENT_POOL, agentPool);
  }

  @Test
  void aPoolThatAksSizesRunsAndLeavesNothing() throws Exception {
    var pool = new ObjectKey("aks-managed", "pool1");
    apply(pool.namespace(), "aks.yaml");
    testSandbox.awaitRunning(pool, 2);

    ApiObject machinePool =
        testSandbox.await(
            GroupKind.MACHINE_POOL,
            pool,
            each -> each.annotation(MetadataKeys.REPLICAS_MANAGED_BY).isPresent(),
            "is sized by AKS");
    assertThat(machinePool.annotation(MetadataKeys.REPLICAS_MANAGED_BY)).hasValue("true");

    testSandbox.end(MANAGED, pool);
    testSandbox.awaitGone(AGENT_POOL, pool);
  }

  @Test
  void aClusterWithoutAKubeconfigIsReachedByATokenOfItsIdentity() throws Exception {
    var pool = new ObjectKey("aks-token", "entered");
    String user = AzureSeedData.PRINCIPAL.objectId();
    apply(entered(sandbox.simulator(AzureCloud.class).seedData().tenant()));
    testSandbox.awaitRunning(pool, 1);
    testSandbox.letIn("aks", "--user=" + user);

    AuditLog.Mark begin = sandbox.controlPlane().auditLog().mark();
    testSandbox.kubectl("-n", pool.namespace(), "delete", "secret", "demo-kubeconfig");
    testSandbox.awaitOnNodes(begin, user, "watch");
    scale(pool, 2);
    testSandbox.awaitRunning(pool, 2);
    testSandbox.end(MANAGED, pool);
  }

  @Test
  void whoMayNotWriteAgentPoolsGetsNoneByAPoolThatListsThem() throws Exception {
    var pool = new ObjectKey("aks-tenant", "pool9");
    String yaml =
        example(pool.namespace(), "aks-aso.yaml")
            .replace("pool0", pool.name())
            .replace("replicas: 2", "replicas: 0");
    apply(yaml);
    testSandbox.awaitRunning(pool, 0);
    allow("azureasomanagedmachinepools.infrastructure.cluster.x-k8s.io", pool.namespace());
    Path another = directory.resolve("pool.yaml");
    String listing = yaml.substring(yaml.lastIndexOf("---")).replace(pool.name(), "pool8");
    Files.writeString(another, listing);

    assertThat(applyAsJane(another).err())
        .contains(
            "spec.resources[0]: Forbidden: user \"jane\" cannot create resource"
                + " \"managedclustersagentpools\" in API group \"containerservice.azure.com\" in"
                + " the namespace \"aks-tenant\"",
            "give that user this right");

    allow("managedclustersagentpools.containerservice.azure.com", pool.namespace());
    assertThat(applyAsJane(another).err()).isEmpty();
    testSandbox.end(LISTING, pool);
  }

  private void allow(String resource, String namespace) throws Exception {
    testSandbox.kubectl(
        "-n", namespace, "create", "role", resource, "--verb=*", "--resource=" + resource);
    testSandbox.kubectl(
        "-n", namespace, "create", "rolebinding", resource, "--role=" + resource, "--user=" + JANE);
    ControlPlane server = sandbox.controlPlane();
    TenantEditor.awaitRight(server, server.kubeconfigFile(JANE), namespace, resource);
  }

  /** Nothing comes of it. */
  private Command.Result applyAsJane(Path file) throws Exception {
    ControlPlane server = sandbox.controlPlane();
    return server.kubectlAs(
        server.kubeconfigFile(JANE), "create", "--dry-run=server", "-f", file.toString());
  }

  private void aMoveWaitsUntilAzureIsLeftAlone(ObjectKey pool, ObjectKey agentPool)
      throws Exception {
    pauseCluster(pool.namespace(), true);
    ApiObject _ =
        testSandbox.await(
            LISTING,
            pool,
            each -> each.annotation(MetadataKeys.BLOCK_MOVE).isEmpty(),
            "may be moved");
    assertThat(policy(sandbox.kube().client().get(AGENT_POOL, agentPool).orElseThrow()))
        .hasValue("skip");

    pauseCluster(pool.namespace(), false);
    ApiObject _ =
        testSandbox.await(
            AGENT_POOL, agentPool, each -> policy(each).isEmpty(), "is kept in Azure again");
    assertThat(sandbox.kube().client().get(LISTING, pool).orElseThrow())
        .extracting(each -> each.annotation(MetadataKeys.BLOCK_MOVE).isPresent())
        .isEqualTo(true);
  }

  private static Optional<String> policy(ApiObject agentPool) {
    return agentPool.annotation("serviceoperator.azure.com/reconcile-policy");
  }

  private void pauseCluster(String namespace, boolean paused) throws Exception {
    testSandbox.kubectl(
        "-n",
        namespace,
        "patch",
        "cluster",
        "demo",
        "--type=merge",
        "-p",
        "{\"spec\": {\"paused\": %s}}".formatted(paused));
  }

  private static String entered(String tenant) {
    return """
    apiVersion: cluster.x-k8s.io/v1beta2
    kind: Cluster
    metadata: {namespace: aks-token, name: demo}
    spec:
      infrastructureRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: AzureManagedCluster
        name: demo
      controlPlaneRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: AzureManagedControlPlane
        name: demo
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureManagedCluster
    metadata: {namespace: aks-token, name: demo}
    spec: {}
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureManagedControlPlane
    metadata: {namespace: aks-token, name: demo}
    spec:
      subscriptionID: %s
      resourceGroupName: demo
      location: westeurope
      version: v1.35.4
      identityRef: {kind: AzureClusterIdentity, namespace: aks-token, name: demo}
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureClusterIdentity
    metadata: {namespace: aks-token, name: demo}
    spec:
      type: ServicePrincipal
      tenantID: %s
      clientID: %s
      clientSecret: {namespace: aks-token, name: demo-sp}
      allowedNamespaces: {list: [aks-token]}
    ---
    apiVersion: cluster.x-k8s.io/v1beta2
    kind: MachinePool
    metadata: {namespace: aks-token, name: entered}
    spec:
      clusterName: demo
      replicas: 1
      template:
        spec:
          clusterName: demo
          version: v1.35.4
          bootstrap: {dataSecretName: ""}
          infrastructureRef:
            apiGroup: infrastructure.cluster.x-k8s.io
            kind: AzureManagedMachinePool
            name: entered
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureManagedMachinePool
    metadata: {namespace: aks-token, name: entered}
    spec: {mode: User, sku: Standard_D2s_v3}
    """
        .formatted(AzureSeedData.SUBSCRIPTION, tenant, AzureSeedData.PRINCIPAL.clientId());
  }

  private static String example(String namespace, String example) throws IOException {
    return Files.readString(EXAMPLES.resolve(example))
        .replace("namespace: default", "namespace: " + namespace);
  }

  private void apply(String namespace, String example) throws Exception {
    apply(example(namespace, example));
  }

  private void apply(String yaml) throws Exception {
    sandbox.apply(ManifestPreparer.prepare(Manifests.of("example.yaml", yaml)).manifests());
  }

  private void scale(ObjectKey pool, int replicas) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  private void patchVersion(ObjectKey pool) throws Exception {
    testSandbox.kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "machinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\": {\"template\": {\"spec\": {\"version\": \"%s\"}}}}".formatted(NEXT));
  }

  private ApiObject awaitReady(ObjectKey pool, int members) throws Exception {
    return testSandbox.await(
        LISTING,
        pool,
        each ->
            each.at("/spec/providerIDList").size() == members
                && each.at("/status/ready").asBoolean()
                && each.at("/status/resources/0/ready").asBoolean()
                && ConditionLists.isTrue(each.at("/status/conditions"), "Ready"),
        "is ready with %d members".formatted(members));
  }

  private ApiObject machinePool(ObjectKey pool) {
    return sandbox.kube().client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
  }

  /** The name of the only Node; empty for none. */
  private static String node(ApiObject machinePool) {
    return machinePool.at("/status/nodeRefs/0/name").asText("");
  }

  private String kubelet(String node) {
    return sandbox
        .kube()
        .client()
        .get(BuiltInKinds.NODE, new ObjectKey("", node))
        .orElseThrow()
        .at("/status/nodeInfo/kubeletVersion")
        .asText();
  }
}
