package io.weir.provider.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.ManualClock;
import io.weir.clouds.oci.OciCloud;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.provider.BootstrapData;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretReader;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.oci.account.ClusterIdentities;
import io.weir.provider.oci.account.OciSettings;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.oci.instancepool.DesiredInstancePool;
import io.weir.provider.oci.instancepool.InstanceConfiguration;
import io.weir.provider.oci.instancepool.InstancePool;
import io.weir.provider.oci.instancepool.ObservedInstancePool;
import io.weir.provider.oci.instancepool.calls.InstancePoolCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/** The provider on a simulated Compute Management, whose time moves when told to. */
final class SimulatedCompute implements CloudUnderTest<DesiredInstancePool, ObservedInstancePool> {
  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIMachinePool
      metadata:
        {name: NAME, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: demo}}
      spec:
        instanceConfiguration:
          shape: VM.Standard.E4.Flex
          shapeConfig: {ocpus: "2"}
          instanceSourceViaImageConfig: {imageId: ocid1.image.oc1.iad.a}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: team}
      spec:
        clusterName: demo
        replicas: SIZE
        template: {spec: {clusterName: demo, bootstrap: {dataSecretName: data}}}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: demo, namespace: team}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: OCICluster, name: demo}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCICluster
      metadata: {name: demo, namespace: team}
      spec:
        compartmentId: COMPARTMENT
        region: us-ashburn-1
        ociResourceIdentifier: demo-1
        identityRef: {name: weir}
        networkSpec:
          vcn:
            id: ocid1.vcn.oc1.iad.v
            subnets: [{name: worker, role: worker}]
            networkSecurityGroup: {list: [{name: worker, role: worker}]}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIClusterIdentity
      metadata: {name: weir, namespace: team}
      spec:
        type: UserPrincipal
        principalSecret: {name: key, namespace: team}
        allowedNamespaces: {list: [team]}
      """;

  private static final String TOKEN = "abcdef.0123456789abcdef";
  private static final BootstrapData DATA =
      new BootstrapData(
          "team/data", "cloud-config", base64("#cloud-config\n# " + TOKEN + "\n"), "same", "");

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final OciCloud cloud = OciCloud.builder().clock(time).start();
  private final ApiUser user = cloud.seedData().user();

  SimulatedCompute() {
    String _ = cloud.network().addNetworkPart("subnet", "worker");
    String _ = cloud.network().addNetworkPart("networksecuritygroup", "worker");
  }

  @Override
  public PoolProvider<DesiredInstancePool, ObservedInstancePool> provider(
      ProviderContext providerContext) {
    var settings = new OciSettings(providerContext.settings());
    return new OciMachinePoolProvider(
        new OciSessions(providerContext, settings),
        new ClusterIdentities(settings, ""),
        providerContext.clock());
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", cloud.endpoint().toString());
  }

  @Override
  public SecretReader secrets() {
    return key -> {
      ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret");
      tree.withObject("/data")
          .put("tenancy", base64(user.tenancy()))
          .put("user", base64(user.user()))
          .put("fingerprint", base64(user.fingerprint()))
          .put("key", base64(user.privateKey()));
      return key.toString().equals("team/key")
          ? Optional.of(new ApiObject(tree))
          : Optional.empty();
    };
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
            .replace("COMPARTMENT", cloud.seedData().compartment());
    List<ObjectNode> trees =
        Arrays.stream(yaml.split("---\n", -1)).map(SimulatedCompute::tree).toList();
    return new PoolObjects(trees.get(0), trees.get(1), trees.get(2), trees.subList(3, 4), DATA)
        .addIdentity(trees.get(4));
  }

  private static ObjectNode tree(String yaml) {
    try {
      return new YAMLMapper().readValue(yaml, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** The one instance pool of that name, as the API gives it. */
  ObjectNode poolNamed(String name) {
    List<ObjectNode> pools = named(name);
    if (pools.size() != 1) {
      throw new AssertionError("not one pool " + name + ": " + pools);
    }
    return pools.getFirst();
  }

  private List<ObjectNode> named(String name) {
    return cloud.compute().instancePools().stream()
        .filter(pool -> pool.path("displayName").asText().equals(name))
        .filter(pool -> !pool.path("lifecycleState").asText().equals("TERMINATED"))
        .toList();
  }

  /** Calls Compute Management as somebody else with the same key would. */
  InstancePoolCalls calls() {
    var context = new ProviderContext(settings(), new OpenGate(), secrets(), clock());
    var scope =
        new CloudScope(
            "oci",
            new CloudIdentity.OfSecret(new ObjectKey("team", "key")),
            cloud.seedData().compartment(),
            "us-ashburn-1",
            "cluster/demo-1");
    var sessions = new OciSessions(context, new OciSettings(settings()));
    return new InstancePoolCalls(sessions.clientFor(scope), scope);
  }

  private interface Call {
    void make() throws ProviderException;
  }

  private static void make(Call call) {
    try {
      call.make();
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public void createForeign(String name) {
    ObjectNode configuration = Json.MAPPER.createObjectNode().put("displayName", "theirs");
    configuration.put("compartmentId", cloud.seedData().compartment());
    configuration
        .putObject("instanceDetails")
        .put("instanceType", "compute")
        .putObject("launchDetails");
    ObjectNode pool = Json.MAPPER.createObjectNode().put("displayName", name).put("size", 1);
    pool.put("compartmentId", cloud.seedData().compartment());
    pool.putArray("placementConfigurations")
        .addObject()
        .put("availabilityDomain", cloud.seedData().availabilityDomains().getFirst());
    make(
        () -> {
          String id = calls().createConfiguration(configuration, "").id();
          InstancePool _ = calls().create(pool.put("instanceConfigurationId", id), "");
        });
  }

  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    retag(
        pool.pool().name(),
        tags -> {
          ObjectNode upstream = tags.deepCopy();
          upstream.remove(List.of(OciTags.MANAGEMENT_CLUSTER, OciTags.POOL, OciTags.FINGERPRINT));
          return upstream;
        });
    return true;
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    retag(pool.pool().name(), _ -> Json.MAPPER.createObjectNode());
    return true;
  }

  private void retag(String name, UnaryOperator<ObjectNode> change) {
    JsonNode made = poolNamed(name);
    make(
        () -> {
          InstancePool _ =
              calls()
                  .update(
                      made.path("id").asText(),
                      "",
                      fields(change.apply(made.path("freeformTags").deepCopy())));
          for (InstanceConfiguration each : calls().configurations()) {
            InstanceConfiguration _ =
                calls().tagConfiguration(each.id(), fields(change.apply(each.tags().deepCopy())));
          }
        });
  }

  private static ObjectNode fields(ObjectNode tags) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.set("freeformTags", tags);
    return fields;
  }

  @Override
  public boolean lagReads(long seed) {
    var _ = cloud.faults().injectReadLag("*", Duration.ofSeconds(20), seed);
    return true;
  }

  @Override
  public int countScaleSets(String name) {
    return named(name).size();
  }

  @Override
  public int poolsExceedingOnePage() {
    return 11;
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    cloud.faults().clear();
    var reads = new AtomicInteger();
    for (String action : List.of("Get*", "List*")) {
      var _ =
          cloud
              .faults()
              .inject(fault(fault).forAction(action), _ -> which.test(reads.getAndIncrement()));
    }
  }

  @Override
  public void failWrite(Fault fault) {
    // Creations, updates and ends; a test has no write of another kind behind the one that fails.
    cloud.faults().add(fault(fault).forAction("*teInst*").times(1));
    cloud.faults().add(fault(fault).forAction("Detach*").times(1));
  }

  private static io.weir.clouds.CloudFault fault(Fault fault) {
    return io.weir.clouds.CloudFault.of(
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
    return Set.of(
        TOKEN, DATA.base64(), user.privateKey().lines().skip(1).findFirst().orElseThrow());
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if it was asked for something that the provider needs no permission for
   */
  @Override
  public void close() {
    cloud.close();
    CalledActions.of("oci").assertNoOthers(cloud.journal().actions());
  }
}
