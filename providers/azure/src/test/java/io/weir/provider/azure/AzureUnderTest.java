package io.weir.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.ManualClock;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.provider.BootstrapData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretReader;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.account.calls.ArmApi;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.ArmRequest;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.machinepool.PoolFixture;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetTags;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * The provider on a simulated Azure with the network of one cluster, whose time moves when told to.
 */
final class AzureUnderTest implements CloudUnderTest<DesiredScaleSet, ObservedScaleSet> {
  private static final String TOKEN = "abcdef.0123456789abcdef";
  private static final ObjectKey SECRET = new ObjectKey("team", "sp");
  private static final int PAGE = 10;
  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: AzureMachinePool
      metadata:
        {name: NAME, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: workload}}
      spec:
        location: westeurope
        orchestrationMode: MODE
        template:
          vmSize: Standard_D2s_v3
          osDisk: {osType: Linux, diskSizeGB: 30, cachingType: None, managedDisk: {storageAccountType: Premium_LRS}}
          sshPublicKey: c3NoLWVkMjU1MTkgQUFBQUMzTnphQzFsWkRJMU5URTVBQUFBSUdkdmJHUmxibWR2YkdSbGJtZHZiR1JsYm1kdmJHUmxibWR2YkdSbCBvcHNAZXhhbXBsZS5jb20=
          networkInterfaces: [{privateIPConfigs: 1}]
          diagnostics: {boot: {storageAccountType: Managed}}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: team}
      spec:
        clusterName: workload
        replicas: SIZE
        failureDomains: ["1", "2", "3"]
        template:
          spec:
            clusterName: workload
            version: v1.34.3
            bootstrap: {dataSecretName: NAME}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: workload, namespace: team}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: AzureCluster, name: workload}
      status: {initialization: {infrastructureProvisioned: true}}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: AzureCluster
      metadata: {name: workload, namespace: team}
      spec:
        location: westeurope
        subscriptionID: SUBSCRIPTION
        resourceGroup: workload
        identityRef: {kind: AzureClusterIdentity, name: azure, namespace: team}
        networkSpec:
          vnet: {name: workload-vnet, resourceGroup: workload}
          subnets: [{name: workload-node-subnet, role: node}]
          nodeOutboundLB: {name: workload, backendPool: {name: workload-outboundBackendPool}}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: AzureClusterIdentity
      metadata: {name: azure, namespace: team}
      spec:
        type: ServicePrincipal
        tenantID: TENANT
        clientID: CLIENT
        clientSecret: {name: sp, namespace: team}
        allowedNamespaces: {list: [team]}
      """;

  /** How far the manager's clock is behind Azure's. */
  Duration behind = Duration.ZERO;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final AzureCloud cloud =
      AzureCloud.builder().clock(time).timing(withoutLimits()).pageSize(PAGE).start();
  private final AzureSessions others = new AzureSessions(ofOthers());
  private final String mode;

  /** The pools of one orchestration mode. */
  AzureUnderTest(String mode) {
    this.mode = mode;
  }

  /** As quick as Azure, which bears any number of calls while no time passes. */
  private static AzureTiming withoutLimits() {
    AzureTiming real = AzureTiming.real();
    return new AzureTiming(
        real.change(),
        real.allocation(),
        real.boot(),
        real.provisioning(),
        real.extension(),
        real.deletion(),
        real.replication(),
        real.retention(),
        1_000_000);
  }

  private ProviderContext ofOthers() {
    CallGate gate =
        new CallGate() {
          @Override
          public void beforeCall(CloudRequest cloudRequest) {}

          @Override
          public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
        };
    return new ProviderContext(settings(), gate, secrets(), clock());
  }

  @Override
  public PoolProvider<DesiredScaleSet, ObservedScaleSet> provider(ProviderContext providerContext) {
    return new AzureMachinePoolProvider(
        new AzureSessions(providerContext),
        new ClusterIdentities(""),
        PoolFixture.NOTHING_SAID,
        providerContext.clock());
  }

  @Override
  public Map<String, String> settings() {
    String address = cloud.endpoint().toString();
    return Map.of("endpoint", address, "authority-host", address);
  }

  @Override
  public SecretReader secrets() {
    return key -> key.equals(SECRET) ? Optional.of(credentials()) : Optional.empty();
  }

  private static ApiObject credentials() {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret");
    tree.withObject("/data").put("clientSecret", base64(AzureSeedData.PRINCIPAL.secret()));
    return new ApiObject(tree);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Clock clock() {
    InstantSource now = () -> time.now().minus(behind);
    return now.withZone(ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    String yaml =
        OBJECTS
            .replace("NAME", name)
            .replace("SIZE", Integer.toString(size))
            .replace("MODE", mode)
            .replace("SUBSCRIPTION", AzureSeedData.SUBSCRIPTION)
            .replace("TENANT", cloud.seedData().tenant())
            .replace("CLIENT", AzureSeedData.PRINCIPAL.clientId());
    List<ObjectNode> trees =
        List.of(yaml.split("---\n", -1)).stream().map(AzureUnderTest::tree).toList();
    var objects =
        new PoolObjects(
            trees.get(0),
            trees.get(1),
            trees.get(2),
            trees.subList(3, 4),
            new BootstrapData("team/" + name, "cloud-config", base64("#cloud-config\n# " + TOKEN)));
    objects.secrets().putCredentials(credentials());
    return objects.addIdentity(trees.get(4));
  }

  private static ObjectNode tree(String yaml) {
    try {
      return new YAMLMapper().readValue(yaml, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** Resource Manager as somebody else with the same rights calls it. */
  ArmClient arm() {
    var identity =
        new CloudIdentity.OfObject(
            "AzureClusterIdentity",
            new ObjectKey("team", "azure"),
            Optional.of(SECRET),
            "CLIENT_SECRET %s %s"
                .formatted(cloud.seedData().tenant(), AzureSeedData.PRINCIPAL.clientId()));
    try {
      return others.clientFor(
          new CloudScope("azure", identity, AzureSeedData.SUBSCRIPTION, "westeurope", "workload"));
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  /** A call that is about a scale set. */
  ArmRequest scaleSet(String verb, String name) {
    return ArmRequest.of(
        "VirtualMachineScaleSets_" + verb,
        ArmApi.COMPUTE,
        arm().scope().groupPath() + "/providers/Microsoft.Compute/virtualMachineScaleSets/" + name);
  }

  /** A scale set as Azure shows it. */
  JsonNode shown(String name) {
    try {
      return arm().get(scaleSet("Get", name));
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  @Override
  public void createForeign(String name) {
    ObjectNode set =
        tree(
            """
            location: westeurope
            sku: {name: Standard_D2s_v3, tier: Standard, capacity: 1}
            properties:
              orchestrationMode: Uniform
              overprovision: false
              singlePlacementGroup: false
              upgradePolicy: {mode: Manual}
              virtualMachineProfile:
                osProfile:
                  computerNamePrefix: foreign
                  adminUsername: somebody
                  linuxConfiguration:
                    disablePasswordAuthentication: true
                    ssh: {publicKeys: [{path: /home/somebody/.ssh/authorized_keys, keyData: ssh-rsa AAAA}]}
                storageProfile:
                  imageReference: {publisher: Canonical, offer: ubuntu-24_04-lts, sku: server, version: latest}
                  osDisk: {osType: Linux, diskSizeGB: 30, createOption: FromImage}
                networkProfile:
                  networkInterfaceConfigurations:
                    - name: nic
                      properties:
                        primary: true
                        ipConfigurations: [{name: ip, properties: {subnet: {id: GROUP/providers/Microsoft.Network/virtualNetworks/workload-vnet/subnets/workload-node-subnet}}}]
            """
                .replace("GROUP", arm().scope().groupPath()));
    try {
      var _ = arm().put(scaleSet("CreateOrUpdate", name), set);
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  /**
   * Upstream's provider knows all of its tags; ours it does not set. Instances of a Uniform set
   * have numbers, which prove nothing: upstream's sets of that mode are taken over by the word of
   * an administrator only.
   */
  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    if (!mode.equals(AzureMachinePool.FLEXIBLE)) {
      return false;
    }
    String name = pool.pool().name();
    ObjectNode tags = shown(name).path("tags").deepCopy();
    tags.remove(
        List.of(
            ScaleSetTags.MANAGEMENT_CLUSTER,
            ScaleSetTags.POOL,
            ScaleSetTags.MODEL,
            ScaleSetTags.GENERATIONS));
    tag(name, tags);
    return true;
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    tag(pool.pool().name(), Json.MAPPER.createObjectNode());
    return true;
  }

  private void tag(String name, ObjectNode tags) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.set("tags", tags);
    try {
      var _ = arm().patch(scaleSet("Update", name), body);
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  /** Instances of a Uniform set are part of it; virtual machines are things of their own. */
  @Override
  public boolean letMachinesOutlive() {
    boolean able = mode.equals(AzureMachinePool.FLEXIBLE);
    if (able) {
      cloud.faults().add(CloudFault.of(Kind.GONE_EARLY));
    }
    return able;
  }

  @Override
  public boolean lagReads(long seed) {
    boolean tagsOnly = seed % 2 == 0;
    for (String action : List.of("*_Get", "*_List")) {
      var _ =
          tagsOnly
              ? cloud.faults().injectTagLag(action, Duration.ofSeconds(20), seed)
              : cloud.faults().injectReadLag(action, Duration.ofSeconds(20), seed);
    }
    return true;
  }

  @Override
  public int countScaleSets(String name) {
    try {
      return (int)
          arm().list(scaleSets()).stream()
              .filter(set -> set.path("name").asText().equals(name))
              .count();
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  private ArmRequest scaleSets() {
    return ArmRequest.of(
        "VirtualMachineScaleSets_List",
        ArmApi.COMPUTE,
        arm().scope().groupPath() + "/providers/Microsoft.Compute/virtualMachineScaleSets");
  }

  @Override
  public int poolsExceedingOnePage() {
    return PAGE;
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    cloud.faults().clear();
    var reads = new AtomicInteger();
    for (String action : List.of("*_Get", "*_List", "GetToken")) {
      var _ =
          cloud
              .faults()
              .inject(fault(fault).forAction(action), _ -> which.test(reads.getAndIncrement()));
    }
  }

  /** Whoever is denied something tries with a new token, once. */
  @Override
  public void failWrite(Fault fault) {
    int strikes = fault == Fault.DENIED ? 2 : 1;
    for (String action : List.of("*_CreateOrUpdate", "*_Update", "*_Delete", "*Instances")) {
      cloud.faults().add(fault(fault).forAction(action).times(strikes));
    }
  }

  private static CloudFault fault(Fault fault) {
    return CloudFault.of(
        switch (fault) {
          case THROTTLED -> Kind.THROTTLED;
          case DENIED -> Kind.DENIED;
          case BROKEN -> Kind.SERVER_ERROR;
          case LOST_BEFORE -> Kind.DROPPED_BEFORE;
          case LOST_AFTER -> Kind.DROPPED_AFTER;
        });
  }

  @Override
  public int writeCount() {
    return cloud.journal().writeCount();
  }

  @Override
  public int callCount() {
    return cloud.journal().callCounts().values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void completePendingWork() {
    time.advance(Duration.ofMinutes(5));
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of(AzureSeedData.PRINCIPAL.secret(), TOKEN, base64("#cloud-config\n# " + TOKEN));
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if it was asked for something that the provider needs no permission for
   */
  @Override
  public void close() {
    others.close();
    cloud.close();
    CalledActions.of("azure")
        .assertNoOthers(
            cloud.journal().actions().stream().filter(each -> each.startsWith("arm:")).toList());
  }
}
