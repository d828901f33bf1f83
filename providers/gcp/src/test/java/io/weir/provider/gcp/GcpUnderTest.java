package io.weir.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.ManualClock;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.GcpTiming;
import io.weir.provider.BootstrapData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretReader;
import io.weir.provider.gcp.account.GcpIdentities;
import io.weir.provider.gcp.account.calls.ComputeClient;
import io.weir.provider.gcp.account.calls.GcpSessions;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.ObservedGroup;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The provider on a simulated Compute Engine, whose time moves when told to. */
final class GcpUnderTest implements CloudUnderTest<DesiredGroup, ObservedGroup> {
  private static final String TOKEN = "abcdef.0123456789abcdef";
  private static final String CLUSTER = "workload";
  private static final ObjectKey SECRET = new ObjectKey("team", "key");
  private static final int PAGE = 10;
  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPMachinePool
      metadata:
        {name: NAME, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: workload}}
      spec: {instanceType: n2-standard-2, image: IMAGE}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: team}
      spec:
        clusterName: workload
        replicas: SIZE
        failureDomains: ZONES
        template:
          spec:
            clusterName: workload
            version: v1.35.4
            bootstrap: {dataSecretName: NAME}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: workload, namespace: team}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPCluster, name: workload}
      status: {initialization: {infrastructureProvisioned: true}}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPCluster
      metadata: {name: workload, namespace: team}
      spec:
        project: PROJECT
        region: europe-west1
        credentialsRef: {name: key, namespace: team}
      """;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final GcpCloud cloud;
  private final GcpSessions others;
  private URI address;
  private final String zones;

  /**
   * One whose pools are in these zones.
   *
   * @param zones a list in YAML; an empty one for all of the region
   * @param operation how long operations take
   */
  GcpUnderTest(String zones, Duration operation) {
    this.zones = zones;
    GcpTiming real = GcpTiming.real();
    this.cloud =
        GcpCloud.builder()
            .clock(time)
            .timing(
                new GcpTiming(
                    operation,
                    real.allocation(),
                    real.boot(),
                    real.deletion(),
                    real.retry(),
                    real.retention()))
            .pageSize(PAGE)
            .start();
    this.address = cloud.endpoint();
    this.others = new GcpSessions(ofOthers());
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
  public PoolProvider<DesiredGroup, ObservedGroup> provider(ProviderContext providerContext) {
    return new GcpMachinePoolProvider(
        new GcpSessions(providerContext), GcpIdentities.of(""), providerContext.clock());
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", address.toString());
  }

  /** Has the provider reach the cloud by another address from now on. */
  void reachBy(URI other) {
    address = other;
  }

  @Override
  public SecretReader secrets() {
    return key -> key.equals(SECRET) ? Optional.of(credentials()) : Optional.empty();
  }

  private ApiObject credentials() {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret");
    tree.withObject("/data").put("credentials", base64(key()));
    return new ApiObject(tree);
  }

  private String key() {
    return cloud.seedData().caller().keyJson(GcpSeedData.PROJECT);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Clock clock() {
    InstantSource now = time::now;
    return now.withZone(ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    String yaml =
        OBJECTS
            .replace("NAME", name)
            .replace("SIZE", Integer.toString(size))
            .replace("ZONES", zones)
            .replace("IMAGE", GcpSeedData.IMAGE)
            .replace("PROJECT", GcpSeedData.PROJECT);
    List<ObjectNode> trees = Stream.of(yaml.split("---\n", -1)).map(PoolFixture::yaml).toList();
    var objects =
        new PoolObjects(
            trees.get(0),
            trees.get(1),
            trees.get(2),
            trees.subList(3, 4),
            new BootstrapData("team/" + name, "cloud-config", base64("#cloud-config\n# " + TOKEN)));
    objects.secrets().putCredentials(credentials());
    return objects;
  }

  /** Compute Engine as somebody else with the same rights calls it. */
  ComputeClient compute() {
    try {
      return others.clientFor(
          new CloudScope(
              "gcp",
              CloudScope.ofSecret("gcp", SECRET, "europe-west1").identity(),
              "project:" + GcpSeedData.PROJECT,
              "europe-west1",
              ""));
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  /** Makes a write and waits for it. */
  void write(String action, String method, String path, @Nullable JsonNode body) {
    try {
      var _ = compute().write(action, method, path, body, UUID.randomUUID());
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
    time.advance(Duration.ofSeconds(10));
  }

  /** Something as Compute Engine shows it. */
  JsonNode shown(String path) {
    try {
      return compute().get("get", path);
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
  }

  private List<JsonNode> groups(String pool) {
    var found = new ArrayList<JsonNode>();
    try {
      compute()
          .list(
              "instanceGroupManagers.aggregatedList",
              "GET",
              "aggregated/instanceGroupManagers",
              "",
              page ->
                  page.path("items")
                      .forEach(
                          scope ->
                              scope
                                  .path("instanceGroupManagers")
                                  .forEach(
                                      group -> {
                                        if (group.path("name").asText().equals(groupName(pool))) {
                                          found.add(group);
                                        }
                                      })));
    } catch (ProviderException refused) {
      throw new AssertionError(refused);
    }
    return found;
  }

  static String groupName(String pool) {
    return CLUSTER + "-" + pool;
  }

  /** The path of the group of a pool within the project. */
  String groupPath(String pool) {
    String link = groups(pool).getFirst().path("selfLink").asText();
    return link.substring(link.indexOf(GcpSeedData.PROJECT) + GcpSeedData.PROJECT.length() + 1);
  }

  @Override
  public void createForeign(String name) {
    makeTemplate("foreign", Map.of());
    write(
        "instanceGroupManagers.insert",
        "POST",
        "zones/europe-west1-b/instanceGroupManagers",
        PoolFixture.json(
            """
            {"name": "%s", "baseInstanceName": "%s", "targetSize": 1,
             "instanceTemplate": "global/instanceTemplates/foreign"}
            """
                .formatted(groupName(name), name)));
  }

  private void makeTemplate(String name, Map<String, String> labels) {
    ObjectNode template =
        PoolFixture.yaml(
            """
            name: NAME
            properties:
              machineType: n2-standard-2
              networkInterfaces: [{network: global/networks/default}]
              disks: [{boot: true, initializeParams: {sourceImage: IMAGE}}]
            """
                .replace("NAME", name)
                .replace("IMAGE", GcpSeedData.IMAGE));
    ObjectNode labelled = template.withObject("/properties/labels");
    labels.forEach(labelled::put);
    write("instanceTemplates.insert", "POST", "global/instanceTemplates", template);
  }

  /** Upstream's template tells the Cluster, and its group nothing. */
  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    String name = pool.pool().name();
    makeTemplate(name + "-0123456789abcdef", Map.of("capg-cluster-" + CLUSTER, "owned"));
    write(
        "instanceGroupManagers.setInstanceTemplate",
        "POST",
        groupPath(name) + "/setInstanceTemplate",
        PoolFixture.json(
            "{\"instanceTemplate\": \"global/instanceTemplates/%s-0123456789abcdef\"}"
                .formatted(name)));
    return loseTags(pool);
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    return cloud.admin().dropMarks(groupName(pool.pool().name()));
  }

  @Override
  public boolean lagReads(long seed) {
    for (String action : List.of("*List", "*.list", "*.get", "*.listManagedInstances")) {
      var _ = cloud.faults().injectReadLag(action, Duration.ofSeconds(20), seed);
    }
    return true;
  }

  @Override
  public int countScaleSets(String name) {
    return groups(name).size();
  }

  @Override
  public int poolsExceedingOnePage() {
    return PAGE;
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    cloud.faults().clear();
    var reads = new AtomicInteger();
    for (String action : List.of("*.get", "*List", "*.list", "*.listManagedInstances")) {
      var _ =
          cloud
              .faults()
              .inject(fault(fault).forAction(action), _ -> which.test(reads.getAndIncrement()));
    }
  }

  @Override
  public void failWrite(Fault fault) {
    for (String action :
        List.of(
            "*.insert", "*.patch", "*.delete", "*.resize", "*.set*", "*.deleteI*", "*.recreate*")) {
      cloud.faults().add(fault(fault).forAction(action).times(1));
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
    return Set.of(key(), TOKEN, base64("#cloud-config\n# " + TOKEN));
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if it was asked for something that the provider needs no permission for
   */
  @Override
  public void close() {
    cloud.close();
    CalledActions.of("gcp")
        .assertNoOthers(
            cloud.journal().actions().stream()
                .filter(each -> each.startsWith("compute:"))
                .toList());
  }
}
