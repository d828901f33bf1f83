package io.weir.sandbox.cloud.aks;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.controlplane.binaries.AzureServiceOperator;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.objects.StatusSummary;
import io.weir.sandbox.prepare.ManifestPreparer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pools of AKS beside Azure Service Operator itself, instead of what stands for it in the sandbox.
 * It takes ten minutes to build.
 */
@Tag("explore")
class RealAsoIT {
  private static final GroupKind LISTING =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AzureASOManagedMachinePool");
  private static final GroupKind MANAGED =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AzureManagedMachinePool");
  private static final GroupKind AGENT_POOL =
      new GroupKind("containerservice.azure.com", "ManagedClustersAgentPool");
  private static final String LEDGER = "sigs.k8s.io/cluster-api-provider-azure-owned-aso-kinds";
  private static final String POLICY = "serviceoperator.azure.com/reconcile-policy";
  private static final Path EXAMPLES = Path.of("..", "examples", "azure");
  private static final String VERSION = Binaries.kubernetesVersion().substring(1);
  private static final String NEXT = "1.35.5";
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir private static Path directory;
  private static Sandbox sandbox;
  private static AksResourceManager azure;
  private static RealAso aso;

  @BeforeAll
  static void start() throws Exception {
    Path program = AzureServiceOperator.findOrBuild(BuildListener.printingTo(System.out));
    var options =
        SandboxOptions.defaults()
            .inDirectory(directory)
            .with(SandboxCloud.AKS)
            .with(new AksWithoutAso())
            .withManagerArguments("--observe-soon=1s", "--observe-busy=3s", "--observe-idle=5s");
    sandbox = Sandbox.start(options, System.out::println);
    AksCloud aks = sandbox.simulator(AksCloud.class);
    aks.removeNodesBy(RealAsoIT::removeNode);
    azure = new AksResourceManager(aks, VERSION);
    aso = RealAso.start(program, sandbox, azure);
  }

  /** As AKS does it, when a machine is gone. */
  private static void removeNode(String name) {
    Thread.startVirtualThread(
        () ->
            sandbox
                .kube()
                .client()
                .get(BuiltInKinds.NODE, new ObjectKey("", name))
                .ifPresent(
                    node -> sandbox.kube().client().delete(node, PropagationPolicy.BACKGROUND)));
  }

  @AfterAll
  static void end() {
    if (aso != null) {
      aso.close();
    }
    if (azure != null) {
      azure.close();
    }
    if (sandbox != null) {
      sandbox.close();
    }
  }

  @Test
  void aPoolOfListedObjectsGrowsShrinksRestsAndIsUpgradedInAzureAndLeavesNothing()
      throws Exception {
    var pool = new ObjectKey("listed", "pool0");
    var agentPool = new ObjectKey(pool.namespace(), "demo-pool0");
    applyCluster(pool.namespace());
    apply(pool.namespace(), "aks-aso.yaml", Map.of());
    awaitReady(LISTING, pool, agentPool, 2);
    assertThat(property("pool0", "orchestratorVersion")).isEqualTo(VERSION);
    assertThat(azure.writes("pool0")).containsExactly("PUT");
    assertThat(sandbox.kube().client().get(LISTING, pool).orElseThrow().annotation(LEDGER))
        .hasValue("ManagedClustersAgentPool.v1api20250801.containerservice.azure.com");

    scale(pool, 3);
    awaitReady(LISTING, pool, agentPool, 3);
    scale(pool, 1);
    awaitReady(LISTING, pool, agentPool, 1);
    assertThat(property("pool0", "count")).isEqualTo("1");
    assertThat(azure.writes("pool0")).containsExactly("PUT", "PUT", "PUT");

    pause(pool.namespace(), true);
    await(
        LISTING, pool, each -> each.annotation(MetadataKeys.BLOCK_MOVE).isEmpty(), "may be moved");
    pause(pool.namespace(), false);
    await(
        AGENT_POOL, agentPool, each -> each.annotation(POLICY).isEmpty(), "is kept in Azure again");

    upgrade(pool);
    await(
        GroupKind.MACHINE_POOL,
        pool,
        each -> kubelet(each.at("/status/nodeRefs/0/name").asText()).equals("v" + NEXT),
        "has a Node of the new version");
    awaitReady(LISTING, pool, agentPool, 1);

    delete(pool, LISTING);
    assertThat(azure.pool("pool0")).isEmpty();
    assertThat(azure.writes("pool0")).endsWith("DELETE").containsOnlyOnce("DELETE");
  }

  @Test
  void aPoolThatAksSizesIsMadeFromItsFieldsAndLeavesNothing() throws Exception {
    var pool = new ObjectKey("managed", "pool1");
    applyCluster(pool.namespace());
    apply(pool.namespace(), "aks.yaml", Map.of());

    awaitReady(MANAGED, pool, pool, 2);

    assertThat(property("pool1", "enableAutoScaling")).isEqualTo("true");
    assertThat(property("pool1", "maxCount")).isEqualTo("5");
    assertThat(azure.writes("pool1")).containsExactly("PUT");
    delete(pool, MANAGED);
    assertThat(azure.writes("pool1")).containsExactly("PUT", "DELETE");
  }

  @Test
  void whatAzureRefusesIsToldInItsWordsUntilItIsMended() throws Exception {
    var pool = new ObjectKey("refused", "pool2");
    var agentPool = new ObjectKey(pool.namespace(), "demo-pool2");
    applyCluster(pool.namespace());
    apply(
        pool.namespace(),
        "aks-aso.yaml",
        Map.of("pool0", "pool2", "Standard_D2s_v3", AksResourceManager.REFUSED_SIZE));

    await(
        LISTING,
        pool,
        each ->
            each.at("/status/conditions/0/message").asText().contains(AksResourceManager.REFUSAL),
        "tells what Azure says");
    kubectl(
        "-n",
        pool.namespace(),
        "patch",
        LISTING.kind(),
        pool.name(),
        "--type=json",
        "-p",
        "[{\"op\": \"replace\", \"path\": \"/spec/resources/0/spec/vmSize\", \"value\":"
            + " \"Standard_D2s_v3\"}]");

    awaitReady(LISTING, pool, agentPool, 2);
    delete(pool, LISTING);
  }

  private static String property(String pool, String name) {
    return azure.pool(pool).orElseThrow().path(name).asText();
  }

  /** The cluster that AKS has, as people make it known to Azure Service Operator. */
  private static void applyCluster(String namespace) throws IOException, InterruptedException {
    String secret =
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %s, namespace: %s}
        stringData:
          AZURE_SUBSCRIPTION_ID: %s
          AZURE_TENANT_ID: adfs
          AZURE_CLIENT_ID: 2c9ae5bd-4ef2-4a2a-bd43-b4e02c1a0b4c
          AZURE_CLIENT_SECRET: %s
        """;
    String cluster =
        """
        apiVersion: containerservice.azure.com/v1api20240901
        kind: ManagedCluster
        metadata:
          name: demo
          namespace: %s
          annotations:
            serviceoperator.azure.com/reconcile-policy: skip
            serviceoperator.azure.com/credential-from: aso-credentials
        spec:
          location: %s
          owner: {armId: %s}
        """
            .formatted(namespace, AksCloud.REGION, AksResourceManager.GROUP);
    sandbox.apply(
        Manifests.of(
            "cluster.yaml",
            String.join(
                "---\n",
                secret.formatted(
                    "aso-credentials",
                    namespace,
                    AksResourceManager.SUBSCRIPTION,
                    AksResourceManager.SECRET),
                secret.formatted(
                    "demo-aso-secret",
                    namespace,
                    AksResourceManager.SUBSCRIPTION,
                    AksResourceManager.SECRET),
                cluster)));
  }

  private static void apply(String namespace, String example, Map<String, String> changes)
      throws IOException, InterruptedException {
    String yaml =
        Files.readString(EXAMPLES.resolve(example))
            .replace("namespace: default", "namespace: " + namespace);
    for (var change : changes.entrySet()) {
      yaml = yaml.replace(change.getKey(), change.getValue());
    }
    sandbox.apply(ManifestPreparer.prepare(Manifests.of(example, yaml)).manifests());
  }

  private static void kubectl(String... arguments) throws IOException, InterruptedException {
    String _ = sandbox.controlPlane().kubectl(arguments).outputOrThrow();
  }

  private static void scale(ObjectKey pool, int replicas) throws Exception {
    kubectl("-n", pool.namespace(), "scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  private static void pause(String namespace, boolean paused) throws Exception {
    String patch = "{\"spec\": {\"paused\": %s}}".formatted(paused);
    kubectl("-n", namespace, "patch", "cluster", "demo", "--type=merge", "-p", patch);
  }

  private static void upgrade(ObjectKey pool) throws Exception {
    kubectl(
        "-n",
        pool.namespace(),
        "patch",
        "machinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\": {\"template\": {\"spec\": {\"version\": \"v%s\"}}}}".formatted(NEXT));
  }

  private static void delete(ObjectKey pool, GroupKind kind) throws Exception {
    kubectl("-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false");
    awaitNone(kind, pool.namespace());
    awaitNone(AGENT_POOL, pool.namespace());
    awaitNone(GroupKind.MACHINE_POOL, pool.namespace());
  }

  private static String kubelet(String node) {
    return sandbox
        .kube()
        .client()
        .get(BuiltInKinds.NODE, new ObjectKey("", node))
        .map(each -> each.at("/status/nodeInfo/kubeletVersion").asText())
        .orElse("");
  }

  /** The MachinePool runs so many, the pool is ready, and Azure has what its object says. */
  private static void awaitReady(GroupKind kind, ObjectKey pool, ObjectKey agentPool, int members)
      throws Exception {
    await(
        GroupKind.MACHINE_POOL,
        pool,
        each ->
            each.at("/status/phase").asText().equals("Running")
                && each.at("/status/readyReplicas").asInt() == members
                && each.at("/status/nodeRefs").size() == members,
        "runs with %d replicas".formatted(members));
    await(
        AGENT_POOL,
        agentPool,
        each ->
            each.at("/status/count").asInt() == members
                && each.at("/status/conditions/0/observedGeneration").asLong() == each.generation()
                && ConditionLists.isTrue(each.at("/status/conditions"), "Ready"),
        "is as wanted in Azure");
    await(
        kind,
        pool,
        each ->
            each.at("/spec/providerIDList").size() == members
                && each.at("/status/ready").asBoolean()
                && ConditionLists.isTrue(each.at("/status/conditions"), "Ready"),
        "is ready with %d members".formatted(members));
  }

  private static void await(
      GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted, String claim) throws Exception {
    ObjectCache cache = sandbox.kube().cache(kind);
    try (var waiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (waiter.awaitUntil(key, wanted).isEmpty()) {
        throw new AssertionError("%s never %s%s".formatted(key, claim, state(key.namespace())));
      }
    }
  }

  private static void awaitNone(GroupKind kind, String namespace) throws Exception {
    ObjectCache cache = sandbox.kube().cache(kind);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue();
    try (var waiter = ObjectWaiter.start(cache, PATIENCE)) {
      if (!waiter.awaitUntil(() -> cache.list(namespace).isEmpty())) {
        throw new AssertionError("%s never goes%s".formatted(kind, state(namespace)));
      }
    }
  }

  private static String state(String namespace) throws Exception {
    var text = new StringBuilder();
    for (GroupKind kind : List.of(GroupKind.MACHINE_POOL, LISTING, MANAGED, AGENT_POOL)) {
      for (ApiObject each : sandbox.kube().cache(kind).list(namespace)) {
        text.append("\n").append(each);
        StatusSummary.lines(each).forEach(line -> text.append("\n  ").append(line));
      }
    }
    return "%s\nAzure Service Operator:\n%s\nmanager:\n%s"
        .formatted(text, aso.lastWords(), String.join("\n", sandbox.manager().lastLines(100)));
  }
}
