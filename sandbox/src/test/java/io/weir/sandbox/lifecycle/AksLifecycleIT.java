package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.prepare.ManifestPreparer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The lifecycle of pools of AKS, which are objects of Azure Service Operator. */
@WithTestSandbox
class AksLifecycleIT {
  private static final GroupKind LISTING = TestSandbox.ASO_POOL;
  private static final GroupKind MANAGED = TestSandbox.AKS_POOL;
  private static final GroupKind AGENT_POOL =
      new GroupKind("containerservice.azure.com", "ManagedClustersAgentPool");
  private static final Path EXAMPLES = Path.of("..", "examples", "azure");
  private static final String NEXT = "v1.35.5";

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

    delete(pool, LISTING);
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

    delete(pool, MANAGED);
    testSandbox.awaitGone(AGENT_POOL, pool);
  }

  private void apply(String namespace, String example) throws Exception {
    String yaml =
        Files.readString(EXAMPLES.resolve(example))
            .replace("namespace: default", "namespace: " + namespace);
    sandbox.apply(ManifestPreparer.prepare(Manifests.of(example, yaml)).manifests());
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

  private void delete(ObjectKey pool, GroupKind kind) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false");
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(kind, pool);
  }
}
