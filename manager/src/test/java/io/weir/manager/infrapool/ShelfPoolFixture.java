package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.TestNodes;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.brake.ManagerBrake;
import io.weir.manager.cloud.CloudRateLimiter;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.ManagementCluster;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.kit.ToyProviderBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A manager of the documentation's pools of ConfigMaps in one namespace, and a workload cluster;
 * the test is the user, the keeper of shelves and the kubelets.
 */
final class ShelfPoolFixture implements AutoCloseable {

  static final GroupKind SHELF_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ShelfMachinePool");
  private static final String CLUSTER = "attached";

  final KubeCluster user;
  private final String namespace;
  private final TestCluster workload;
  private final KubeCluster atWorkload;
  private final TestNodes nodes;
  private final ToyProviderBuild build;
  private final TestManager core;
  private final ManagementCluster managementCluster;
  private final ManagerBrake brake;
  private final EventRecorder events;
  private final CloudScopes cloudScopes;
  private final InfraPoolControllerSetup pools;

  ShelfPoolFixture(ControlPlane controlPlane, ControlPlane workload, String namespace, Path classes)
      throws Exception {
    this.namespace = namespace;
    this.workload = TestCluster.of(workload);
    build = ToyProviderBuild.build(classes);
    PoolProviderFactory shelf =
        ServiceLoader.load(PoolProviderFactory.class, build.classLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .filter(factory -> factory.cloud().equals("shelf"))
            .findFirst()
            .orElseThrow();
    TestManager.installCrds(controlPlane);
    TestClusters.install(controlPlane, shelf.crds());
    TestCluster apiServer = TestCluster.of(controlPlane);
    WatchSettings settings = WatchSettings.defaults().inNamespace(namespace);
    user = TestClusters.connect(apiServer, TestClusters.account("user"), settings);
    atWorkload =
        TestClusters.connect(this.workload, TestClusters.account("user"), WatchSettings.defaults());
    nodes = new TestNodes(atWorkload.client());
    core = TestManager.withPools(apiServer, namespace, new AdjustableClock());
    managementCluster = new ManagementCluster(core.management(), "weir-system", "");
    events = new EventRecorder(core.management().client(), core.account(), Clock.systemUTC());
    var clock = new MonotonicClock(Clock.systemUTC());
    PoolProvider<?, ?> provider =
        shelf
            .createProviders(
                new ProviderContext(Map.of(), new CloudRateLimiter(clock, Map.of()), clock))
            .getFirst();
    brake = new ManagerBrake(core.management(), "weir-system", ManagerBrake.Limits.DEFAULT, clock);
    cloudScopes = new CloudScopes(clock, ObservationIntervals.DEFAULT, _ -> Duration.ZERO);
    pools = InfraPoolControllerSetup.of(provider, cloudScopes, dependencies(clock));
    pools.controller().start();
  }

  private InfraPoolControllerSetup.SharedDependencies dependencies(MonotonicClock clock) {
    KubeCluster management = core.management();
    ObjectCache labelled =
        management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
    return new InfraPoolControllerSetup.SharedDependencies(
        management,
        managementCluster,
        brake,
        namespace,
        labelled,
        new WatchedCredentials(management, labelled),
        Optional.of(core.workloads()),
        Optional.empty(),
        WatchFilter.NONE,
        events,
        Clock.systemUTC(),
        clock,
        4);
  }

  @Override
  public void close() throws IOException {
    pools.controller().close();
    cloudScopes.close();
    events.close();
    brake.close();
    managementCluster.close();
    core.close();
    atWorkload.close();
    user.close();
    build.close();
  }

  /** A Cluster that is reached. */
  void attach() throws Exception {
    String kubeconfig = workload.kubeconfig(TestClusters.account("shelf"), "system:masters");
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, CLUSTER, kubeconfig));
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, CLUSTER));
  }

  /** A pool of so many machines. */
  ObjectKey create(String name, int replicas, boolean autoscaled) {
    ObjectNode pool = TestObjects.pool(namespace, CLUSTER, name);
    pool.withObject("/spec").put("replicas", replicas);
    ObjectNode template = pool.withObject("/spec/template/spec");
    template.putObject("bootstrap").put("dataSecretName", "");
    template.withObject("/infrastructureRef").put("kind", SHELF_POOL.kind());
    ObjectNode shelf =
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1", "kind": "ShelfMachinePool",
             "metadata": {"namespace": "%s", "name": "%s"}, "spec": {"autoscaled": %s}}
            """
                .formatted(namespace, name, autoscaled));
    ApiObject _ = user.client().create(shelf);
    return user.client().create(pool).key();
  }

  /** The keeper says how many machines it keeps, and on which shelf. */
  void keep(ObjectKey pool, int machines) {
    edit(
        BuiltInKinds.CONFIG_MAP,
        pool,
        tree ->
            tree.withObject("/data")
                .put("kept", String.valueOf(machines))
                .put("shelf", shelf(pool)));
  }

  /** Machines of the pool have joined. */
  void join(ObjectKey pool, int from, int to) {
    IntStream.range(from, to)
        .forEach(
            i -> {
              ApiObject _ =
                  nodes.join(
                      shelf(pool) + "-" + i,
                      providerId(pool, i),
                      Map.of("example.org/shelf", shelf(pool)));
            });
  }

  /** A machine has joined of which nobody can tell where it belongs. */
  void joinWithoutLabel(ObjectKey pool, int machine) {
    ApiObject _ = nodes.join(shelf(pool) + "-" + machine, providerId(pool, machine), Map.of());
  }

  /** Somebody says so later. */
  void label(ObjectKey pool, int machine) {
    ApiObject _ =
        RetriedEdits.edit(
            atWorkload.client(),
            BuiltInKinds.NODE,
            new ObjectKey("", shelf(pool) + "-" + machine),
            tree -> MetadataEdits.setLabel(tree, "example.org/shelf", shelf(pool)));
  }

  ApiObject awaitShelfSaying(ObjectKey pool, String words) throws Exception {
    return CacheWaits.awaitObject(
        user.cache(SHELF_POOL),
        pool,
        found -> found.at("/status/conditions/0/message").asText().contains(words));
  }

  String providerId(ObjectKey pool, int machine) {
    return "shelf:///" + shelf(pool) + "/" + machine;
  }

  private String shelf(ObjectKey pool) {
    return namespace + "-" + pool.name();
  }

  void edit(GroupKind kind, ObjectKey key, Consumer<ObjectNode> change) {
    ApiObject _ = RetriedEdits.edit(user.client(), kind, key, change);
  }

  ApiObject awaitConfigMap(ObjectKey pool, String field, String value) throws Exception {
    return CacheWaits.awaitObject(
        user.cache(BuiltInKinds.CONFIG_MAP),
        pool,
        found -> found.at("/data/" + field).asText().equals(value));
  }

  ApiObject awaitMachinePool(ObjectKey pool, String path, String value) throws Exception {
    return CacheWaits.awaitObject(
        user.cache(GroupKind.MACHINE_POOL), pool, found -> found.at(path).asText().equals(value));
  }
}
