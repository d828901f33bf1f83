package io.weir.sandbox.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.CloudFault;
import io.weir.clouds.InstanceState;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.identity.UserAssignedIdentities;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lifecycle of virtual machine scale sets, from YAML to Nodes and back. */
@WithTestSandbox
class AzureLifecycleIT {
  private static final GroupKind POOL = TestSandbox.AZURE_POOL;
  private static final GroupKind MACHINE = new GroupKind(POOL.group(), "AzureMachinePoolMachine");
  private static final String NAMESPACE = TestSandbox.AZURE_NAMESPACE;

  /** Less than the shortest pause before what people must mend is tried again by itself. */
  private static final Duration AT_ONCE = Duration.ofSeconds(40);

  private static final String MACHINES_IDENTITY =
      "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.ManagedIdentity/userAssignedIdentities/nodes"
          .formatted(AzureSeedData.SUBSCRIPTION, ExamplePools.CLUSTER);

  private static final String WRONG = "of-somebody-else";
  private static final int ALL_LINES = 10_000;

  private final TestSandbox testSandbox;
  private final Sandbox sandbox;
  private final PoolWorkloads workloads;

  AzureLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
    this.workloads = new PoolWorkloads(testSandbox);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Uniform", "Flexible"})
  void aPoolRunsFollowsItsReplicasIsReplacedForAnotherSizeAndLeavesNothing(String mode)
      throws Exception {
    ObjectKey pool =
        create(mode.toLowerCase(Locale.ROOT), 1, spec -> spec.put("orchestrationMode", mode));
    testSandbox.awaitRunning(pool, 1);
    Set<String> first = members(pool);

    scale(pool, 2);
    testSandbox.awaitRunning(pool, 2);
    Set<String> before = members(pool);
    assertThat(before).containsAll(first);
    patch(pool, "{\"spec\": {\"template\": {\"vmSize\": \"Standard_D4s_v3\"}}}");
    ApiObject rolled =
        testSandbox.await(
            POOL,
            pool,
            object ->
                ConditionLists.isTrue(object.at("/status/conditions"), "InstancesUpToDate")
                    && members(object).stream().noneMatch(before::contains),
            "has other machines");
    testSandbox.awaitRunning(pool, 2);

    assertThat(rolled.at("/status/ready").asBoolean()).isTrue();
    assertThat(running(pool)).hasSize(2);
    replaceOneByItsObject(pool);
    delete(pool);
  }

  /** Whoever deletes the object of a machine gets another machine. */
  private void replaceOneByItsObject(ObjectKey pool) throws Exception {
    Set<String> before = members(pool);
    testSandbox.awaitAll(
        MACHINE,
        "are ready",
        () ->
            machines(pool).stream().allMatch(AzureLifecycleIT::isReady)
                && machines(pool).size() == before.size());
    List<ApiObject> machines = machines(pool);
    assertThat(machines)
        .extracting(each -> each.at("/spec/providerID").asText())
        .containsExactlyInAnyOrderElementsOf(before);
    ApiObject one = machines.getFirst();
    testSandbox.kubectl(
        "-n", pool.namespace(), "delete", "azuremachinepoolmachine", one.name(), "--wait=false");
    ApiObject _ =
        testSandbox.await(
            POOL,
            pool,
            object ->
                members(object).size() == before.size()
                    && !members(object).contains(one.at("/spec/providerID").asText()),
            "has another machine in the place of one");
    testSandbox.awaitRunning(pool, before.size());
    assertThat(members(pool)).contains(machines.getLast().at("/spec/providerID").asText());
  }

  private List<ApiObject> machines(ObjectKey pool) {
    return sandbox.kube().cache(MACHINE).list(pool.namespace()).stream()
        .filter(
            each -> each.ownerReferences().stream().anyMatch(it -> it.name().equals(pool.name())))
        .toList();
  }

  private static boolean isReady(ApiObject machine) {
    return machine.at("/status/ready").asBoolean()
        && machine.at("/status/latestModelApplied").asBoolean()
        && machine.at("/status/version").asText().startsWith("v1.");
  }

  @Test
  void aScaleInWaitsForAPodDisruptionBudgetAndEndsTheMachineThatWasDrained() throws Exception {
    ObjectKey pool = create("drained-azure", 2, _ -> {});
    testSandbox.awaitRunning(pool, 2);
    workloads.runOn(pool.name(), nodesOf(pool));
    workloads.keep(pool.name(), 2);

    scale(pool, 1);
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            ConditionLists.find(object.at("/status/conditions"), ConditionTypes.SCALING_DOWN)
                .filter(condition -> condition.message().contains("PodDisruptionBudget"))
                .isPresent(),
        "tells why it does not shrink");
    assertThat(running(pool)).hasSize(2);
    testSandbox.kubectl("delete", "pdb", pool.name());

    testSandbox.awaitRunning(pool, 1);
    assertThat(workloads.nodesOfPods(pool.name())).containsExactlyElementsOf(nodesOf(pool));
    assertThat(running(pool)).hasSize(1);
    workloads.deletePods(pool.name());
    delete(pool);
  }

  @Test
  void aCreationWhoseAnswerIsLostMakesOneScaleSet() throws Exception {
    var lost =
        azure()
            .faults()
            .inject(
                CloudFault.of(CloudFault.Kind.DROPPED_AFTER)
                    .forAction("VirtualMachineScaleSets_CreateOrUpdate")
                    .forResource("lost-azure")
                    .times(1));

    ObjectKey pool = create("lost-azure", 1, _ -> {});
    testSandbox.awaitRunning(pool, 1);

    assertThat(lost.strikeCount()).isEqualTo(1);
    assertThat(azure().journal().creations("VirtualMachine", "lost-azure")).isEqualTo(1);
    assertThat(azure().instances())
        .filteredOn(each -> each.group().equals("lost-azure"))
        .hasSize(1);
    delete(pool);
  }

  /** In the form of the flavours of Cluster API's provider for Azure. */
  @Test
  void aPoolWhoseConfigReadsItsCloudConfigurationBootsFromItAndKeepsIt() throws Exception {
    ObjectKey pool = createInFlavour("flavour-azure");
    var secret = new ObjectKey(NAMESPACE, "flavour-azure-azure-json");
    testSandbox.awaitRunning(pool, 1);
    ApiObject written = sandbox.kube().client().get(GroupKind.SECRET, secret).orElseThrow();

    assertThat(new String(azure().launchData().get(pool.name()), UTF_8))
        .contains(
            "/etc/kubernetes/azure.json",
            "\"userAssignedIdentityID\": \"%s\""
                .formatted(UserAssignedIdentities.clientId(MACHINES_IDENTITY)));
    testSandbox.kubectl(
        "-n",
        NAMESPACE,
        "patch",
        "secret",
        secret.name(),
        "-p",
        "{\"data\": {\"azure.json\": \"\"}}");
    ApiObject _ =
        testSandbox.await(
            GroupKind.SECRET,
            secret,
            object ->
                object.at("/data").equals(written.at("/data"))
                    && !object.resourceVersion().equals(written.resourceVersion()),
            "is as it was");
    testSandbox.kubectl("-n", NAMESPACE, "delete", "secret", secret.name());
    ApiObject _ =
        testSandbox.await(
            GroupKind.SECRET,
            secret,
            object ->
                object.at("/data").equals(written.at("/data"))
                    && !object.uid().equals(written.uid()),
            "is made again");

    delete(pool);
    testSandbox.awaitGone(GroupKind.SECRET, secret);
  }

  private ObjectKey createInFlavour(String name) {
    for (ObjectNode object : ExamplePools.pool(SandboxCloud.AZURE, NAMESPACE, name, 1)) {
      ObjectNode spec = object.withObject("/spec");
      switch (object.path("kind").asText()) {
        case "AzureMachinePool" ->
            spec.put("identity", "UserAssigned")
                .putArray("userAssignedIdentities")
                .addObject()
                .put("providerID", "azure://" + MACHINES_IDENTITY);
        case "KubeadmConfig" -> addCloudConfiguration(spec, name);
        default -> {}
      }
      ApiObject _ = sandbox.kube().client().apply(object);
    }
    return new ObjectKey(NAMESPACE, name);
  }

  private static void addCloudConfiguration(ObjectNode spec, String pool) {
    ObjectNode file = spec.putArray("files").addObject();
    file.put("path", "/etc/kubernetes/azure.json").put("owner", "root:root");
    file.put("permissions", "0644")
        .putObject("contentFrom")
        .putObject("secret")
        .put("name", pool + "-azure-json")
        .put("key", "worker-node-azure.json");
    spec.withObject("/joinConfiguration/nodeRegistration")
        .withArray("kubeletExtraArgs")
        .addObject()
        .put("name", "azure-container-registry-config")
        .put("value", "/etc/kubernetes/azure.json");
  }

  /** The pauses after refusals last minutes. */
  @Test
  void aPasswordThatIsWrongIsToldAndTheRightOneMendsThePoolAtOnce() throws Exception {
    String namespace = "lockedout";
    sandbox.apply(Manifests.none().withFirst(ExamplePools.cluster(SandboxCloud.AZURE, namespace)));
    String right =
        testSandbox.kubectl(
            "-n", namespace, "get", "secret", "demo-azure", "-o", "jsonpath={.data.clientSecret}");
    putPassword(namespace, Base64.getEncoder().encodeToString(WRONG.getBytes(UTF_8)));
    for (ObjectNode object : ExamplePools.pool(SandboxCloud.AZURE, namespace, "locked", 1)) {
      ApiObject _ = sandbox.kube().client().apply(object);
    }
    var pool = new ObjectKey(namespace, "locked");
    ApiObject told =
        testSandbox.await(
            POOL,
            pool,
            object ->
                object
                    .at("/status/conditions")
                    .toString()
                    .contains(
                        "AzureClusterIdentity lockedout/demo: correct the entry clientSecret"),
            "says whose password is wrong",
            AT_ONCE);
    assertThat(told.at("/status/conditions").toString()).doesNotContain(WRONG);
    assertThat(sandbox.manager().lastLines(ALL_LINES))
        .noneMatch(line -> line.contains("com.microsoft.aad") || line.contains(WRONG));

    putPassword(namespace, right);

    ApiObject _ =
        testSandbox.await(
            POOL,
            pool,
            object -> ConditionLists.isTrue(object.at("/status/conditions"), "ScaleSetRunning"),
            "goes on",
            AT_ONCE);
    testSandbox.awaitRunning(pool, 1);
    delete(pool);
  }

  private void putPassword(String namespace, String base64) throws Exception {
    testSandbox.kubectl(
        "-n",
        namespace,
        "patch",
        "secret",
        "demo-azure",
        "--type=merge",
        "-p",
        "{\"data\": {\"clientSecret\": \"%s\"}}".formatted(base64));
  }

  private AzureCloud azure() {
    return sandbox.simulator(AzureCloud.class);
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

  private List<String> nodesOf(ObjectKey pool) {
    return sandbox
        .kube()
        .client()
        .get(GroupKind.MACHINE_POOL, pool)
        .orElseThrow()
        .at("/status/nodeRefs")
        .valueStream()
        .map(node -> node.path("name").asText())
        .toList();
  }

  /** The machines of a pool that run in Azure. */
  private List<InstanceState> running(ObjectKey pool) {
    return azure().instances().stream()
        .filter(each -> each.group().equals(pool.name()))
        .filter(each -> each.phase() == InstanceState.Phase.RUNNING)
        .toList();
  }

  private void scale(ObjectKey pool, int replicas) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  private ObjectKey create(String name, int replicas, Consumer<ObjectNode> spec) {
    for (ObjectNode object : ExamplePools.pool(SandboxCloud.AZURE, NAMESPACE, name, replicas)) {
      if (object.path("kind").asText().equals(POOL.kind())) {
        spec.accept(object.withObject("/spec"));
      }
      ApiObject _ = sandbox.kube().client().apply(object);
    }
    return new ObjectKey(NAMESPACE, name);
  }

  private void patch(ObjectKey pool, String patch) throws Exception {
    testSandbox.kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "azuremachinepool",
        pool.name(),
        "--type=merge",
        "-p",
        patch);
  }

  private void delete(ObjectKey pool) throws Exception {
    testSandbox.end(POOL, pool);
    testSandbox.awaitAll(MACHINE, "go with their pool", () -> machines(pool).isEmpty());
    assertThat(azure().comparableState()).doesNotContain("\"" + pool.name() + "\"");
    assertThat(azure().instances()).noneMatch(each -> each.group().equals(pool.name()));
  }
}
