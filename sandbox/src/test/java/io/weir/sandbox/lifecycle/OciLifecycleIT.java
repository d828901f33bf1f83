package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector.PendingFault;
import io.weir.clouds.InstanceState;
import io.weir.clouds.oci.OciCloud;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lifecycle of instance pools and of node pools of OKE, from YAML to Nodes and back. */
@WithTestSandbox
class OciLifecycleIT {
  private static final GroupKind POOL = TestSandbox.OCI_POOL;
  private static final GroupKind NODE_POOL = TestSandbox.OKE_POOL;
  private static final GroupKind MACHINE = new GroupKind(POOL.group(), "OCIMachinePoolMachine");
  private static final String NAMESPACE = TestSandbox.OCI_NAMESPACE;
  private static final String OKE_NAMESPACE = "oke";

  /** What upstream's templates say of a cluster of OKE; the rest is up to its controllers. */
  private static final String TEMPLATE =
      """
      apiVersion: cluster.x-k8s.io/v1beta1
      kind: Cluster
      metadata: {name: bare, namespace: oke-bare}
      spec:
        infrastructureRef:
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
          kind: OCIManagedCluster
          name: bare
        controlPlaneRef:
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
          kind: OCIManagedControlPlane
          name: bare
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIManagedCluster
      metadata: {name: bare, namespace: oke-bare}
      spec: {compartmentId: ocid1.compartment.oc1..sandbox}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIManagedControlPlane
      metadata: {name: bare, namespace: oke-bare}
      spec: {version: v1.35.4}
      ---
      apiVersion: cluster.x-k8s.io/v1beta1
      kind: MachinePool
      metadata:
        name: bare-mp-0
        namespace: oke-bare
        annotations: {cluster.x-k8s.io/replicas-managed-by: ""}
      spec:
        clusterName: bare
        replicas: 1
        template:
          spec:
            clusterName: bare
            version: v1.35.4
            bootstrap: {dataSecretName: ""}
            infrastructureRef:
              apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
              kind: OCIManagedMachinePool
              name: bare-mp-0
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIManagedMachinePool
      metadata: {name: bare-mp-0, namespace: oke-bare}
      spec:
        version: v1.35.4
        nodeShape: VM.Standard.E4.Flex
        nodeShapeConfig: {ocpus: "1"}
        nodeSourceViaImage: {imageId: "", bootVolumeSizeInGBs: 50}
      """;

  private final TestSandbox testSandbox;
  private final Sandbox sandbox;

  OciLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
  }

  @Test
  void aPoolRunsFollowsItsReplicasIsReplacedForAnotherShapeAndLeavesNothing() throws Exception {
    ObjectKey pool = create("rolled-oci", 1);
    testSandbox.awaitRunning(pool, 1);
    Set<String> first = members(POOL, pool);

    scale(pool, 2);
    testSandbox.awaitRunning(pool, 2);
    Set<String> before = members(POOL, pool);
    assertThat(before).containsAll(first);
    // In the older version, which the manager converts.
    patch(
        "ocimachinepools.v1beta1.infrastructure.cluster.x-k8s.io",
        pool,
        "{\"spec\": {\"instanceConfiguration\": {\"shape\": \"VM.Standard.E5.Flex\"}}}");
    ApiObject rolled =
        testSandbox.await(
            POOL,
            pool,
            object ->
                ConditionLists.isTrue(object.at("/status/conditions"), "InstancesUpToDate")
                    && members(object).stream().noneMatch(before::contains),
            "has other instances");
    testSandbox.awaitRunning(pool, 2);

    assertThat(rolled.at("/status/ready").asBoolean()).isTrue();
    assertThat(members(POOL, pool)).allMatch(id -> id.startsWith("oci://ocid1.instance."));
    replaceOneByItsObject(POOL, pool);
    scale(pool, 0);
    testSandbox.awaitRunning(pool, 0);
    assertThat(running(pool)).isEmpty();
    delete(POOL, pool);
    assertThat(oci().compute().instanceConfigurations())
        .extracting(each -> each.path("displayName").asText())
        .noneMatch(name -> name.startsWith(pool.name() + "-"));
  }

  /** With the data of the configuration that the pool has by then. */
  @Test
  void anInstanceThatIsLostIsReplacedByItsPoolAndTheOtherJoins() throws Exception {
    ObjectKey pool = create("healed-oci", 1);
    testSandbox.awaitRunning(pool, 1);
    String before = nodesOf(pool).getFirst();
    String lost = running(pool).getFirst().id();

    assertThat(oci().killInstance(lost)).isTrue();
    // Until the loss is seen, the MachinePool goes on running with what it had.
    ApiObject _ =
        testSandbox.await(
            GroupKind.MACHINE_POOL,
            pool,
            object -> !nodesOf(object).isEmpty() && !nodesOf(object).contains(before),
            "has another Node");
    testSandbox.awaitRunning(pool, 1);

    assertThat(running(pool)).singleElement().extracting(InstanceState::id).isNotEqualTo(lost);
    delete(POOL, pool);
  }

  @Test
  void aPoolWithoutCapacityTellsTheCloudsWordsAndRunsOnceThereIsSome() throws Exception {
    PendingFault full =
        oci()
            .faults()
            .inject(
                CloudFault.of(CloudFault.Kind.NO_CAPACITY)
                    .forAction(oci().launchAction())
                    .forResource("full-oci"));
    ObjectKey pool = create("full-oci", 1);
    ApiObject _ =
        testSandbox.await(
            POOL,
            pool,
            object -> object.at("/status/conditions").toString().contains("Out of host capacity."),
            "says what it lacks");

    full.remove();
    testSandbox.awaitRunning(pool, 1);
    delete(POOL, pool);
  }

  @Test
  void aNodePoolRunsFollowsItsReplicasLosesTheNodeThatIsChosenAndLeavesNothing() throws Exception {
    ObjectKey pool = createNodePool("chosen-oke", 1);
    testSandbox.awaitRunning(pool, 1);

    scale(pool, 3);
    testSandbox.awaitRunning(pool, 3);
    Set<String> before = members(NODE_POOL, pool);
    ApiObject node = secondNodeOf(pool);
    String chosen = node.at("/spec/providerID").asText();
    testSandbox.kubectl("annotate", "node", node.name(), MetadataKeys.DELETE_MACHINE + "=yes");
    // Nodes and pools are watched apart: the annotation is seen before the size falls.
    testSandbox.awaitTwoRenewals();
    scale(pool, 2);
    testSandbox.awaitRunning(pool, 2);

    Set<String> left = members(NODE_POOL, pool);
    assertThat(left).hasSize(2).doesNotContain(chosen).isSubsetOf(before);
    assertThat(oci().journal().callCount("DeleteNode")).isPositive();
    ApiObject object = sandbox.kube().client().get(NODE_POOL, pool).orElseThrow();
    assertThat(object.at("/status/ready").asBoolean()).isTrue();
    assertThat(object.at("/status/nodepoolLifecycleState").asText()).isEqualTo("ACTIVE");
    replaceOneByItsObject(NODE_POOL, pool);
    delete(NODE_POOL, pool);
  }

  @Test
  void aClusterWithoutAKubeconfigIsReachedByATokenOfWeirsIdentity() throws Exception {
    ObjectKey pool = createNodePool("oke-token", "entered-oke", 1);
    testSandbox.awaitRunning(pool, 1);
    String user = oci().seedData().user().user();
    testSandbox.letIn("oke", "--user=" + user);

    AuditLog.Mark begin = sandbox.controlPlane().auditLog().mark();
    testSandbox.kubectl("-n", pool.namespace(), "delete", "secret", "demo-kubeconfig");
    testSandbox.awaitOnNodes(begin, user, "watch");
    scale(pool, 2);
    testSandbox.awaitRunning(pool, 2);
    delete(NODE_POOL, pool);
  }

  /** With the credentials of the manager, as the cluster names none. */
  @Test
  void aNodePoolRunsOfATemplateThatLeavesTheClusterToItsControllers() throws Exception {
    sandbox.apply(Manifests.of("template", TEMPLATE));
    var pool = new ObjectKey("oke-bare", "bare-mp-0");

    testSandbox.awaitRunning(pool, 1);
    delete(NODE_POOL, pool);
  }

  /** Whoever deletes the object of a member gets another member. */
  private void replaceOneByItsObject(GroupKind kind, ObjectKey pool) throws Exception {
    Set<String> before = members(kind, pool);
    testSandbox.awaitAll(
        MACHINE,
        "are ready",
        () ->
            machines(pool).stream().allMatch(each -> each.at("/status/ready").asBoolean())
                && machines(pool).size() == before.size());
    List<ApiObject> machines = machines(pool);
    assertThat(machines)
        .extracting(each -> each.at("/spec/providerID").asText())
        .containsExactlyInAnyOrderElementsOf(before);
    ApiObject one = machines.getFirst();
    testSandbox.kubectl(
        "-n", pool.namespace(), "delete", "ocimachinepoolmachine", one.name(), "--wait=false");
    ApiObject _ =
        testSandbox.await(
            kind,
            pool,
            object ->
                members(object).size() == before.size()
                    && !members(object).contains(one.at("/spec/providerID").asText()),
            "has another member in the place of one");
    testSandbox.awaitRunning(pool, before.size());
    assertThat(members(kind, pool)).contains(machines.getLast().at("/spec/providerID").asText());
  }

  private List<ApiObject> machines(ObjectKey pool) {
    return sandbox.kube().cache(MACHINE).list(pool.namespace()).stream()
        .filter(
            each -> each.ownerReferences().stream().anyMatch(it -> it.name().equals(pool.name())))
        .toList();
  }

  private ApiObject secondNodeOf(ObjectKey pool) {
    var node = new ObjectKey("", nodesOf(pool).get(1));
    return sandbox.kube().client().get(BuiltInKinds.NODE, node).orElseThrow();
  }

  private List<String> nodesOf(ObjectKey pool) {
    return nodesOf(sandbox.kube().client().get(GroupKind.MACHINE_POOL, pool).orElseThrow());
  }

  private static List<String> nodesOf(ApiObject machinePool) {
    return machinePool
        .at("/status/nodeRefs")
        .valueStream()
        .map(node -> node.path("name").asText())
        .toList();
  }

  private OciCloud oci() {
    return sandbox.simulator(OciCloud.class);
  }

  private Set<String> members(GroupKind kind, ObjectKey pool) {
    return members(sandbox.kube().client().get(kind, pool).orElseThrow());
  }

  private static Set<String> members(ApiObject pool) {
    return pool.at("/spec/providerIDList")
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  private List<InstanceState> running(ObjectKey pool) {
    return oci().instances().stream()
        .filter(each -> each.group().equals(pool.name()))
        .filter(each -> each.phase() == InstanceState.Phase.RUNNING)
        .toList();
  }

  private void scale(ObjectKey pool, int replicas) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  private void patch(String resource, ObjectKey pool, String merge) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "patch", resource, pool.name(), "--type=merge", "-p", merge);
  }

  private ObjectKey create(String name, int replicas) {
    for (ObjectNode object : ExamplePools.pool(SandboxCloud.OCI, NAMESPACE, name, replicas)) {
      ApiObject _ = sandbox.kube().client().apply(object);
    }
    return new ObjectKey(NAMESPACE, name);
  }

  private ObjectKey createNodePool(String name, int replicas) throws Exception {
    return createNodePool(OKE_NAMESPACE, name, replicas);
  }

  /** With its cluster of OKE, as the example has them. */
  private ObjectKey createNodePool(String namespace, String name, int replicas) throws Exception {
    String yaml =
        Files.readString(Path.of("..", "examples", "oci", "oke.yaml"))
            .replace("namespace: default", "namespace: " + namespace)
            .replace("list: [default]", "list: [" + namespace + "]")
            .replace("cluster.oc1.iad.demo", "cluster.oc1.iad." + namespace)
            .replace("name: workers", "name: " + name)
            .replace("replicas: 3", "replicas: " + replicas);
    sandbox.apply(Manifests.of("oke.yaml", yaml));
    return new ObjectKey(namespace, name);
  }

  private void delete(GroupKind kind, ObjectKey pool) throws Exception {
    testSandbox.end(kind, pool);
    testSandbox.awaitAll(MACHINE, "go with their pool", () -> machines(pool).isEmpty());
    assertThat(oci().instances())
        .filteredOn(each -> each.group().equals(pool.name()))
        .allSatisfy(each -> assertThat(each.phase()).isEqualTo(InstanceState.Phase.TERMINATED));
  }
}
