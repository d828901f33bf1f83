package io.weir.provider.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.SecretReader;
import io.weir.provider.gcp.account.GcpIdentities;
import io.weir.provider.gcp.account.calls.GcpSessions;
import io.weir.provider.gcp.nodepool.DesiredNodePool;
import io.weir.provider.gcp.nodepool.ObservedNodePool;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
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
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** The provider on a simulated GKE, whose time moves when told to. */
final class GkeUnderTest implements CloudUnderTest<DesiredNodePool, ObservedNodePool> {
  private static final String KEY = newKey();
  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPManagedMachinePool
      metadata:
        {name: NAME, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: workload}}
      spec: {nodeLocations: [europe-west1-b]}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: team}
      spec:
        clusterName: workload
        replicas: SIZE
        template:
          spec: {clusterName: workload, version: v1.33.1, bootstrap: {dataSecretName: ""}}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: workload, namespace: team}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPManagedCluster, name: workload}
        controlPlaneRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPManagedControlPlane, name: workload}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPManagedCluster
      metadata: {name: workload, namespace: team}
      spec: {credentialsRef: {name: key, namespace: team}}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: GCPManagedControlPlane
      metadata: {name: workload, namespace: team}
      spec: {project: weir-demo, location: europe-west1, clusterName: demo}
      """;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final SimulatedGke cloud = new SimulatedGke(time::now);
  private URI address = cloud.address();

  private static String newKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(1024);
      byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
      return Base64.getEncoder().encodeToString(key);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public PoolProvider<DesiredNodePool, ObservedNodePool> provider(ProviderContext providerContext) {
    return new GcpManagedPoolProvider(
        new GcpSessions(providerContext), GcpIdentities.of(""), providerContext.clock());
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", address.toString(), "container-endpoint", address.toString());
  }

  /** Has the provider reach the cloud by another address from now on. */
  void reachBy(URI other) {
    address = other;
  }

  @Override
  public SecretReader secrets() {
    ObjectNode key =
        Json.MAPPER
            .createObjectNode()
            .put("type", "service_account")
            .put("client_id", "1")
            .put("client_email", "weir@weir-demo.iam.gserviceaccount.com")
            .put("private_key_id", "1")
            .put(
                "private_key",
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n".formatted(KEY));
    ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret");
    tree.withObject("/data")
        .put(
            "credentials",
            Base64.getEncoder().encodeToString(key.toString().getBytes(StandardCharsets.UTF_8)));
    return name ->
        name.equals(new ObjectKey("team", "key"))
            ? Optional.of(new ApiObject(tree))
            : Optional.empty();
  }

  @Override
  public Clock clock() {
    InstantSource now = time::now;
    return now.withZone(ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    String yaml = OBJECTS.replace("NAME", name).replace("SIZE", Integer.toString(size));
    List<ObjectNode> trees = Stream.of(yaml.split("---\n", -1)).map(PoolFixture::yaml).toList();
    return new PoolObjects(trees.get(0), trees.get(1), trees.get(2), trees.subList(3, 5), null);
  }

  @Override
  public Optional<PoolObjects> autoscaledPool(String name, int size) {
    PoolObjects pool = pool(name, size);
    pool.poolTree().withObject("/spec/scaling").put("minCount", 1).put("maxCount", 9);
    return Optional.of(pool);
  }

  @Override
  public void autoscale(String name, int size) {
    cloud.autoscale(name, size);
  }

  @Override
  public void createForeign(String name) {
    cloud.addForeign(name);
  }

  /** Upstream's label of machines stays. */
  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    cloud.edit(
        pool.pool().name(),
        shown -> {
          ObjectNode labels = shown.withObject("/config/labels");
          labels.remove(List.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, PoolMarks.POOL_KEY));
        });
    return true;
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    cloud.edit(
        pool.pool().name(),
        shown -> shown.withObject("/config").remove(List.of("labels", "resourceLabels")));
    return true;
  }

  @Override
  public boolean lagReads(long seed) {
    cloud.lagReads(seed);
    return true;
  }

  @Override
  public boolean failPendingWork(String why) {
    cloud.fail(why);
    return true;
  }

  @Override
  public boolean hideInstances(PoolObjects pool) {
    cloud.hide(pool.pool().name());
    return true;
  }

  @Override
  public int countScaleSets(String name) {
    return cloud.pool(name).isMissingNode() ? 0 : 1;
  }

  @Override
  public int poolsExceedingOnePage() {
    return SimulatedGke.PAGE;
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    cloud.failReads(fault, which);
  }

  @Override
  public void failWrite(Fault fault) {
    cloud.failWrite(fault);
  }

  @Override
  public int writeCount() {
    return cloud.writeCount();
  }

  @Override
  public int callCount() {
    return cloud.callCount();
  }

  @Override
  public void completePendingWork() {
    time.advance(Duration.ofMinutes(5));
    cloud.complete();
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of(KEY.substring(0, 60));
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if it was asked for something that the provider needs no permission for
   */
  @Override
  public void close() {
    cloud.close();
    CalledActions.of("gcp").assertNoOthers(cloud.actions);
  }
}
