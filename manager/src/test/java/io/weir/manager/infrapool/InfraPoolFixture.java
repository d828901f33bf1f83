package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.brake.ManagerBrake;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.ManagementCluster;
import io.weir.manager.workload.FakeWorkloadCluster;
import io.weir.provider.SecretReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;

/** The controller of a cloud's pools before an API server in memory, and a user beside it. */
final class InfraPoolFixture<C extends FakeBootstrapDataProvider> implements AutoCloseable {

  static final String CLUSTER = "c";
  static final String VERSION = "v1.35.4";

  /** No look of its own accord wakes a pool while a test lasts. */
  private static final ObservationIntervals STILL =
      new ObservationIntervals(Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1));

  private static final String NAMESPACE = "default";

  private final MemoryApiServer server = TestManager.inMemory();
  private final KubeCluster user;
  private final KubeCluster management;
  private final ManagementCluster managementCluster;
  private final ManagerBrake brake;
  private final EventRecorder events;
  private final CloudScopes cloudScopes;
  private final InfraPoolControllerSetup pools;
  private final C cloud;

  /**
   * Starts the controller.
   *
   * @param cloud makes the cloud, which finds keys in Secrets of the API server
   */
  InfraPoolFixture(Function<SecretReader, C> cloud) throws Exception {
    WatchSettings settings = WatchSettings.defaults().inNamespace(NAMESPACE);
    user = TestClusters.connect(server, TestClusters.account("user"), settings);
    management = TestClusters.connect(server, TestClusters.account("weir"), settings);
    events = new EventRecorder(management.client(), "weir", Clock.systemUTC());
    ObjectCache labelled =
        management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
    var keys = new WatchedCredentials(management, labelled);
    this.cloud = cloud.apply(keys);
    managementCluster = new ManagementCluster(management, "weir-system", "");
    var clock = new MonotonicClock(Clock.systemUTC());
    brake = new ManagerBrake(management, "weir-system", ManagerBrake.Limits.DEFAULT, clock);
    cloudScopes = new CloudScopes(clock, STILL, _ -> Duration.ZERO);
    pools =
        InfraPoolControllerSetup.of(
            this.cloud,
            cloudScopes,
            new InfraPoolControllerSetup.SharedDependencies(
                management,
                managementCluster,
                brake,
                "",
                labelled,
                keys,
                Optional.of(FakeWorkloadCluster.of(server, "none")),
                Optional.empty(),
                WatchFilter.NONE,
                events,
                Clock.systemUTC(),
                clock,
                1)); // passes go in the order of what brought them
    pools.controller().start();
  }

  @Override
  public void close() {
    pools.controller().close();
    cloudScopes.close();
    events.close();
    brake.close();
    managementCluster.close();
    management.close();
    user.close();
    server.close();
  }

  KubeCluster user() {
    return user;
  }

  C cloud() {
    return cloud;
  }

  /** Another pool has its first pass after those before it had all of theirs. */
  void settle() throws Exception {
    awaitSaying(pool("barrier", "missing"), "there is no data");
  }

  void awaitSaying(ObjectKey pool, String words) throws Exception {
    ApiObject _ =
        CacheWaits.awaitObject(
            user.cache(FakeBootstrapDataProvider.KIND), pool, found -> said(found).contains(words));
  }

  private static String said(ApiObject pool) {
    for (var condition : pool.at("/status/conditions")) {
      if (condition.path("type").asText().equals(FakeBootstrapDataProvider.CONDITION)) {
        return condition.path("message").asText();
      }
    }
    return "";
  }

  /** A Secret with this entry; not stored yet. */
  ObjectNode secret(String name, String entry, String value) {
    ObjectNode secret =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret",
             "metadata": {"namespace": "%s", "name": "%s"}}
            """
                .formatted(NAMESPACE, name));
    secret.withObject("/data").put(entry, encoded(value));
    return secret;
  }

  static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A pool that boots from the Secret. */
  ObjectKey pool(String name, String secret) {
    ObjectNode tree = TestObjects.pool(NAMESPACE, CLUSTER, name);
    tree.withObject("/spec/template/spec").put("version", VERSION);
    tree.withObject("/spec/template/spec/bootstrap").put("dataSecretName", secret);
    tree.withObject("/spec/template/spec/bootstrap").remove("configRef");
    ApiObject machinePool = user.client().create(tree);
    ObjectNode machines =
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
             "metadata": {"namespace": "%s", "name": "%s"},
             "spec": {"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {}}}
            """
                .formatted(NAMESPACE, name));
    MetadataEdits.setController(machines, machinePool);
    return user.client().create(machines).key();
  }
}
