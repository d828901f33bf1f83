package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.InstanceState;
import io.weir.clouds.aws.seed.Image;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.prepare.ManifestPreparer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lifecycle of node groups of EKS, from YAML to Nodes and back. */
@WithTestSandbox
class EksLifecycleIT {
  private static final GroupKind POOL = TestSandbox.EKS_POOL;
  private static final GroupKind CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");

  /** What the manager writes of a pool and its Cluster. */
  private static final Set<String> WRITTEN =
      Set.of("machinepools", "awsmanagedmachinepools", "events");

  private static final String MACHINES =
      """
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata:
        name: self-managed
      spec:
        clusterName: demo
        replicas: 2
        template:
          spec:
            clusterName: demo
            version: v1.35.0
            bootstrap:
              configRef:
                apiGroup: bootstrap.cluster.x-k8s.io
                kind: NodeadmConfig
                name: self-managed
            infrastructureRef:
              apiGroup: infrastructure.cluster.x-k8s.io
              kind: AWSMachinePool
              name: self-managed
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: AWSMachinePool
      metadata:
        name: self-managed
      spec:
        minSize: 0
        maxSize: 3
        awsLaunchTemplate:
          ami:
            eksLookupType: AmazonLinux2023
          instanceType: m5.large
          iamInstanceProfile: nodes.cluster-api-provider-aws.sigs.k8s.io
      ---
      apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
      kind: NodeadmConfig
      metadata:
        name: self-managed
      spec:
        kubelet:
          flags:
            - --node-labels=team=back
      """;

  private final TestSandbox testSandbox;
  private final Sandbox sandbox;

  EksLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
  }

  @Test
  void aPoolRunsFollowsItsReplicasIsRolledByEksToTheNextVersionAndLeavesNothing() throws Exception {
    AuditLog.Mark begin = sandbox.controlPlane().auditLog().mark();
    ObjectKey pool = create("eks", "");
    testSandbox.awaitRunning(pool, 2);
    Set<String> first = members(pool);
    testSandbox.awaitNodes(
        "two Nodes bear the mark and the label of their pool",
        () -> testSandbox.countNodesOf(pool, "tier") == 2);

    scale(pool, 3);
    testSandbox.awaitRunning(pool, 3);
    Set<String> before = members(pool);
    assertThat(before).containsAll(first);
    upgrade(pool);

    ApiObject rolled = awaitOthersThan(before, pool);
    testSandbox.awaitRunning(pool, 3);
    testSandbox.awaitNodes(
        "three Nodes of the next version bear the mark of their pool",
        () ->
            versions(pool).size() == 3
                && versions(pool).stream().allMatch(version -> version.startsWith("v1.36.")));
    assertThat(rolled.at("/status/ready").asBoolean()).isTrue();
    assertThat(ConditionLists.isTrue(rolled.at("/status/conditions"), "Ready")).isTrue();
    delete(pool);
    assertThat(testSandbox.writesOfManager(begin, pool.namespace()))
        .extracting(AuditRecord::resource)
        .isNotEmpty()
        .allMatch(WRITTEN::contains);
  }

  @Test
  void aChangeOfTheLaunchTemplateIsRolledByEksAndTheTemplateGoesWithThePool() throws Exception {
    ObjectKey pool = create("eks-template", "  awsLaunchTemplate: {instanceType: m5.large}\n");
    testSandbox.awaitRunning(pool, 2);
    Set<String> before = members(pool);

    testSandbox.kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "awsmanagedmachinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\": {\"awsLaunchTemplate\": {\"instanceType\": \"m5.xlarge\"}}}");

    ApiObject rolled = awaitOthersThan(before, pool);
    testSandbox.awaitRunning(pool, 2);
    assertThat(rolled.at("/status/launchTemplateVersion").asText()).isEqualTo("2");
    assertThat(testSandbox.aws().comparableState()).contains("\"demo-workers\"");
    delete(pool);
    testSandbox.assertNothingInAws("demo-workers");
  }

  @Test
  void machinesOfOnesOwnBootTheImageThatEksRecommendsAndJoinByANodeadmConfig() throws Exception {
    String yaml = example();
    apply(
        "eks-machines",
        yaml.substring(
                0, yaml.indexOf("---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: MachinePool"))
            + MACHINES);
    ObjectKey key = new ObjectKey("eks-machines", "self-managed");

    ApiObject running =
        testSandbox.await(
            TestSandbox.AWS_POOL,
            key,
            object ->
                object.at("/status/ready").asBoolean()
                    && object.at("/spec/providerIDList").size() == 2,
            "has two machines");
    testSandbox.awaitNodes(
        "two Nodes have the label that their NodeadmConfig gives them",
        () -> testSandbox.countNodesOf(key, "team") == 2);

    assertThat(ConditionLists.isTrue(running.at("/status/conditions"), "LaunchTemplateReady"))
        .isTrue();
    assertThat(testSandbox.aws().comparableState())
        .contains(imageOfEks("amazon-eks-node-al2023-x86_64-standard-1.35-"));
    testSandbox.kubectl("-n", key.namespace(), "delete", "machinepool", key.name(), "--wait=false");
    testSandbox.awaitGone(TestSandbox.AWS_POOL, key);
    testSandbox.assertNothingInAws("self-managed");
  }

  @Test
  void aClusterWithoutAKubeconfigIsReachedByATokenOfWeirsIdentity() throws Exception {
    ObjectKey pool = create("eks-token", "");
    String user = "arn:aws:iam::123456789012:user/weir";
    testSandbox.awaitRunning(pool, 2);
    testSandbox.kubectl(
        "create", "clusterrolebinding", "weir", "--clusterrole=weir-workload", "--group=weir");

    AuditLog.Mark begin = sandbox.controlPlane().auditLog().mark();
    testSandbox.kubectl("-n", pool.namespace(), "delete", "secret", "demo-kubeconfig");
    testSandbox.awaitOnNodes(begin, user, "watch");
    scale(pool, 3);

    testSandbox.awaitRunning(pool, 3);
    testSandbox.awaitOnNodes(begin, user, "patch");
    delete(pool);
  }

  private String imageOfEks(String prefix) {
    return testSandbox.aws().seedData().regions().getFirst().images().stream()
        .filter(image -> image.name().startsWith(prefix))
        .map(Image::id)
        .findFirst()
        .orElseThrow();
  }

  /** The example, in a cluster of EKS of its own. */
  private ObjectKey create(String namespace, String templateLine) throws Exception {
    String yaml = example();
    apply(
        namespace,
        templateLine.isEmpty() ? yaml : yaml.replace("  instanceType: m5.large\n", templateLine));
    return new ObjectKey(namespace, "workers");
  }

  private static String example() throws IOException {
    return Files.readString(Path.of("..", "examples", "aws", "eks.yaml"));
  }

  private void apply(String namespace, String yaml) throws Exception {
    Manifests manifests =
        Manifests.of(
            "eks.yaml",
            yaml.replace("metadata:\n", "metadata:\n  namespace: " + namespace + "\n")
                .replace("eksClusterName: demo", "eksClusterName: " + namespace));
    sandbox.apply(ManifestPreparer.prepare(manifests, TestSandbox.worldsOf(sandbox)).manifests());
  }

  /** Others raise the version of the cluster; the pool follows. */
  private void upgrade(ObjectKey pool) throws Exception {
    testSandbox.kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "awsmanagedcontrolplane",
        "demo",
        "--type=merge",
        "-p",
        "{\"spec\": {\"version\": \"v1.36.0\"}}");
    ApiObject _ =
        testSandbox.await(
            CONTROL_PLANE,
            new ObjectKey(pool.namespace(), "demo"),
            object -> object.at("/status/version").asText().equals("v1.36"),
            "has the next version");
    testSandbox.kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "machinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\": {\"template\": {\"spec\": {\"version\": \"v1.36.0\"}}}}");
  }

  private ApiObject awaitOthersThan(Set<String> before, ObjectKey pool) throws Exception {
    return testSandbox.await(
        POOL,
        pool,
        object ->
            ConditionLists.isTrue(object.at("/status/conditions"), "EKSNodegroupReady")
                && members(object).size() == before.size()
                && members(object).stream().noneMatch(before::contains),
        "has other machines");
  }

  private void scale(ObjectKey pool, int replicas) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "scale", "machinepool", pool.name(), "--replicas=" + replicas);
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

  /** What the kubelets of the pool's Nodes are. */
  private List<String> versions(ObjectKey pool) {
    List<String> names = testSandbox.namesOfNodesOf(pool);
    return testSandbox.nodes().stream()
        .filter(node -> names.contains(node.name()))
        .map(node -> node.at("/status/nodeInfo/kubeletVersion").asText())
        .toList();
  }

  private void delete(ObjectKey pool) throws Exception {
    testSandbox.end(POOL, pool);
    String nodegroup = pool.namespace() + "_" + pool.name();
    assertThat(testSandbox.aws().comparableState()).doesNotContain("/" + nodegroup + "\"");
    assertThat(testSandbox.aws().instances())
        .filteredOn(each -> each.group().startsWith("eks-" + nodegroup + "-"))
        .isNotEmpty()
        .extracting(InstanceState::state)
        .containsOnly("terminated");
  }
}
