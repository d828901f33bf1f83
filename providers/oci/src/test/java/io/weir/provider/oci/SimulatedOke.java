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
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretReader;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.oci.account.ClusterIdentities;
import io.weir.provider.oci.account.OciSettings;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.oci.nodepool.DesiredNodePool;
import io.weir.provider.oci.nodepool.ObservedNodePools;
import io.weir.provider.oci.nodepool.calls.NodePoolCalls;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** The provider on a simulated OKE with one cluster, whose time moves when told to. */
final class SimulatedOke implements CloudUnderTest<DesiredNodePool, ObservedNodePools> {
  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIManagedMachinePool
      metadata:
        {name: NAME, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: demo}}
      spec: {version: v1.33.1, nodeShape: VM.Standard.E4.Flex, nodeShapeConfig: {ocpus: "2"}}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: team}
      spec:
        clusterName: demo
        replicas: SIZE
        template: {spec: {clusterName: demo, bootstrap: {dataSecretName: ""}}}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: demo, namespace: team}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: OCIManagedCluster, name: demo}
        controlPlaneRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: OCIManagedControlPlane, name: demo}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIManagedCluster
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
      kind: OCIManagedControlPlane
      metadata: {name: demo, namespace: team}
      spec: {id: CLUSTER}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: OCIClusterIdentity
      metadata: {name: weir, namespace: team}
      spec:
        type: UserPrincipal
        principalSecret: {name: key, namespace: team}
        allowedNamespaces: {list: [team]}
      """;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final OciCloud cloud = OciCloud.builder().clock(time).start();
  final String cluster = cloud.oke().addCluster("demo", "v1.34.1");
  private final ApiUser user = cloud.seedData().user();

  SimulatedOke() {
    String _ = cloud.network().addNetworkPart("subnet", "worker");
    String _ = cloud.network().addNetworkPart("networksecuritygroup", "worker");
  }

  @Override
  public PoolProvider<DesiredNodePool, ObservedNodePools> provider(
      ProviderContext providerContext) {
    var settings = new OciSettings(providerContext.settings());
    return new OciManagedPoolProvider(
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
            .replace("COMPARTMENT", cloud.seedData().compartment())
            .replace("CLUSTER", cluster);
    List<ObjectNode> trees =
        Arrays.stream(yaml.split("---\n", -1)).map(SimulatedOke::tree).toList();
    return new PoolObjects(trees.get(0), trees.get(1), trees.get(2), trees.subList(3, 5), null)
        .addIdentity(trees.get(5));
  }

  private static ObjectNode tree(String yaml) {
    try {
      return new YAMLMapper().readValue(yaml, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** The one node pool of that name, as the API gives it. */
  ObjectNode poolNamed(String name) {
    List<ObjectNode> pools = named(name);
    if (pools.size() != 1) {
      throw new AssertionError("not one pool " + name + ": " + pools);
    }
    return pools.getFirst();
  }

  private List<ObjectNode> named(String name) {
    return cloud.oke().nodePools().stream()
        .filter(pool -> pool.path("name").asText().equals(name))
        .filter(pool -> !pool.path("lifecycleState").asText().equals("DELETED"))
        .toList();
  }

  /** Calls OKE as somebody else with the same key would. */
  NodePoolCalls calls() {
    var context = new ProviderContext(settings(), new OpenGate(), secrets(), clock());
    var scope =
        new CloudScope(
            "oci",
            new CloudIdentity.OfSecret(new ObjectKey("team", "key")),
            cloud.seedData().compartment(),
            "us-ashburn-1",
            cluster);
    var sessions = new OciSessions(context, new OciSettings(settings()));
    return new NodePoolCalls(sessions.clientFor(scope), scope);
  }

  /** The way into the cluster, of a manager with more settings. */
  ControlPlaneAccess access(Map<String, String> more) {
    var all = new HashMap<>(settings());
    all.putAll(more);
    return provider(new ProviderContext(all, new OpenGate(), secrets(), clock()))
        .controlPlaneAccess()
        .orElseThrow();
  }

  /** The scope of the cluster, with the identity that its objects name. */
  CloudScope scope(ControlPlaneAccess access) throws PrerequisiteException {
    return scope(access, controlPlaneIn("team"));
  }

  /** The same, of a control plane object of this form. */
  CloudScope scope(ControlPlaneAccess access, ApiObject controlPlane) throws PrerequisiteException {
    PoolInputs objects = pool("workers", 1).inputs();
    return access.scope(objects.cluster().orElseThrow(), controlPlane, objects.relatedObjects());
  }

  /** The control plane object, as it would be in a namespace. */
  ApiObject controlPlaneIn(String namespace) throws PrerequisiteException {
    ObjectNode tree =
        pool("workers", 1).inputs().controlPlane(OciKinds.MANAGED_CONTROL_PLANE).copyTree();
    tree.withObject("/metadata").put("namespace", namespace);
    return new ApiObject(tree);
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
    ObjectNode pool = Json.MAPPER.createObjectNode().put("name", name);
    pool.put("compartmentId", cloud.seedData().compartment()).put("clusterId", cluster);
    pool.put("kubernetesVersion", "v1.33.1").put("nodeShape", "VM.Standard.E4.Flex");
    pool.withObject("/nodeConfigDetails").put("size", 1);
    make(
        () -> {
          Optional<String> _ = calls().create(pool, "");
        });
  }

  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    ObjectNode made = poolNamed(pool.pool().name());
    ObjectNode tags = made.path("freeformTags").deepCopy();
    tags.remove(List.of(OciTags.MANAGEMENT_CLUSTER, OciTags.POOL));
    setTags(made, tags);
    return true;
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    setTags(poolNamed(pool.pool().name()), Json.MAPPER.createObjectNode());
    return true;
  }

  private void setTags(JsonNode pool, ObjectNode tags) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.set("freeformTags", tags);
    make(() -> calls().update(pool.path("id").asText(), "", fields));
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
    cloud.faults().add(fault(fault).forAction("*teNode*").times(1));
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
    return Set.of(user.privateKey().lines().skip(1).findFirst().orElseThrow());
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
