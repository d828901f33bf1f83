package io.weir.provider.scaleway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.ManualClock;
import io.weir.clouds.scaleway.KapsuleCloud;
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.SecretReader;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

/** The provider on a simulated Kapsule with one cluster, whose time moves when told to. */
final class SimulatedKapsule
    implements CloudUnderTest<ScalewayDesiredState, ScalewayObservedState> {
  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1alpha2
      kind: ScalewayManagedMachinePool
      metadata:
        {name: NAME, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: demo}}
      spec: {nodeType: GP1-XS, zone: fr-par-1}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: team}
      spec:
        clusterName: demo
        replicas: SIZE
        template:
          spec:
            clusterName: demo
            version: v1.34.3
            bootstrap: {dataSecretName: ""}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: demo, namespace: team}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: ScalewayManagedCluster, name: demo}
        controlPlaneRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: ScalewayManagedControlPlane, name: demo}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1alpha2
      kind: ScalewayManagedCluster
      metadata: {name: demo, namespace: team}
      spec: {region: fr-par, projectID: PROJECT, scalewaySecretName: key}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1alpha2
      kind: ScalewayManagedControlPlane
      metadata: {name: demo, namespace: team}
      spec: {clusterName: demo}
      """;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final KapsuleCloud cloud = KapsuleCloud.builder().clock(time).start();
  final String cluster =
      cloud
          .admin()
          .addCluster(
              ClusterSpec.kapsule("demo", "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3"));
  String secretKey = ScalewaySeedData.PROJECT.secretKey();

  /** The address in the Secret; empty for none. */
  String apiUrl = "";

  /** The address that the manager is told. */
  String setting = cloud.endpoint().toString();

  @Override
  public PoolProvider<ScalewayDesiredState, ScalewayObservedState> provider(
      ProviderContext providerContext) {
    return new ScalewayPoolProvider(providerContext);
  }

  /** The addresses that a Secret may name beside Scaleway's own, separated by commas. */
  String allowed = "";

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", setting, "endpoint-allow", allowed);
  }

  @Override
  public SecretReader secrets() {
    return key -> {
      ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Secret");
      ObjectNode data = tree.withObject("/data").put("SCW_SECRET_KEY", base64(secretKey));
      if (!apiUrl.isEmpty()) {
        data.put("SCW_API_URL", base64(apiUrl));
      }
      return key.toString().equals("team/key") && !secretKey.isEmpty()
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
            .replace("PROJECT", ScalewaySeedData.PROJECT.id());
    List<ObjectNode> trees =
        List.of(yaml.split("---\n", -1)).stream().map(SimulatedKapsule::tree).toList();
    return new PoolObjects(
        trees.get(0), trees.get(1), trees.get(2), trees.subList(3, trees.size()), null);
  }

  private static ObjectNode tree(String yaml) {
    try {
      return new YAMLMapper().readValue(yaml, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  @Override
  public Optional<PoolObjects> autoscaledPool(String name, int size) {
    PoolObjects objects = pool(name, size);
    objects
        .poolTree()
        .withObject("/spec/scaling")
        .put("autoscaling", true)
        .put("minSize", 1)
        .put("maxSize", 6);
    return Optional.of(objects);
  }

  @Override
  public void autoscale(String name, int size) {
    cloud.admin().resizeByAutoscaler(poolNamed(name).path("id").asText(), size);
  }

  /** The one pool of that name, as the API gives it. */
  ObjectNode poolNamed(String name) {
    List<ObjectNode> pools = named(name);
    if (pools.size() != 1) {
      throw new AssertionError("not one pool " + name + ": " + pools);
    }
    return pools.getFirst();
  }

  private List<ObjectNode> named(String name) {
    return cloud.admin().pools().stream()
        .filter(pool -> pool.path("name").asText().equals(name))
        .toList();
  }

  @Override
  public void createForeign(String name) {
    ObjectNode pool = Json.MAPPER.createObjectNode().put("name", name).put("node_type", "GP1-XS");
    pool.put("zone", "fr-par-1").put("size", 1).put("autoscaling", false);
    call("POST", "/clusters/" + cluster + "/pools", pool.toString());
  }

  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    ObjectNode made = poolNamed(pool.pool().name());
    ObjectNode body = Json.MAPPER.createObjectNode();
    made.path("tags")
        .valueStream()
        .filter(tag -> !tag.asText().startsWith("weir-management-cluster="))
        .forEach(body.putArray("tags")::add);
    call("PATCH", "/pools/" + made.path("id").asText(), body.toString());
    return true;
  }

  @Override
  public boolean lagReads(long seed) {
    boolean tagsOnly = seed % 2 == 0;
    var _ =
        tagsOnly
            ? cloud.faults().injectTagLag("*", Duration.ofSeconds(20), seed)
            : cloud.faults().injectReadLag("*", Duration.ofSeconds(20), seed);
    return true;
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    call("PATCH", "/pools/" + poolNamed(pool.pool().name()).path("id").asText(), "{\"tags\": []}");
    return true;
  }

  /** Calls the API as somebody else with the same key would. */
  void call(String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(cloud.endpoint().resolve("/k8s/v1/regions/fr-par" + path))
            .header("X-Auth-Token", ScalewaySeedData.PROJECT.secretKey())
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new AssertionError(answer.body());
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  @Override
  public int countScaleSets(String name) {
    return named(name).size();
  }

  @Override
  public int poolsExceedingOnePage() {
    return 100;
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
    cloud.faults().add(fault(fault).forAction("*Pool").times(1));
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
    return Set.of(ScalewaySeedData.PROJECT.secretKey());
  }

  /**
   * Ends it.
   *
   * @throws AssertionError if it was asked for something that the provider needs no permission for
   */
  @Override
  public void close() {
    cloud.close();
    CalledActions.of("scaleway").assertNoOthers(cloud.journal().actions());
  }
}
