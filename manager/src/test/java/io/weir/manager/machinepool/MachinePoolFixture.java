package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.TestNodes;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** One namespace with an attached Cluster; the test is the provider, the kubelets and the user. */
final class MachinePoolFixture implements AutoCloseable {

  static final GroupKind MACHINES =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  static final GroupKind EVENT = new GroupKind("events.k8s.io", "Event");
  static final String CLUSTER = "attached";
  private static final String HELD = "example.org/held";

  final String namespace;
  final KubeCluster user;
  final KubeCluster atWorkload;
  final TestNodes nodes;
  final TestManager weir;
  private final TestCluster workload;

  MachinePoolFixture(TestCluster apiServer, TestCluster workload, String namespace)
      throws Exception {
    this(apiServer, workload, namespace, WatchFilter.NONE);
  }

  MachinePoolFixture(
      TestCluster apiServer, TestCluster workload, String namespace, WatchFilter filter)
      throws Exception {
    this(
        apiServer,
        workload,
        namespace,
        TestManager.withPools(apiServer, namespace, filter, new AdjustableClock()));
  }

  MachinePoolFixture(
      TestCluster apiServer, TestCluster workload, String namespace, TestManager weir)
      throws Exception {
    this.namespace = namespace;
    this.workload = workload;
    user =
        TestClusters.connect(
            apiServer,
            TestClusters.account("user"),
            WatchSettings.defaults().inNamespace(namespace));
    atWorkload =
        TestClusters.connect(workload, TestClusters.account("user"), WatchSettings.defaults());
    nodes = new TestNodes(atWorkload.client());
    this.weir = weir;
  }

  @Override
  public void close() {
    weir.close();
    atWorkload.close();
    user.close();
  }

  void attach() throws Exception {
    attach(CLUSTER, workload);
  }

  void attach(String cluster, TestCluster to) throws Exception {
    attach(cluster, to.kubeconfig(TestClusters.account("at-workload"), "system:masters"));
  }

  void attach(String cluster, String kubeconfig) throws Exception {
    putKubeconfig(cluster, kubeconfig);
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, cluster));
    ApiObject _ =
        CacheWaits.awaitObject(
            clusters(),
            key(cluster),
            found -> found.at("/status/initialization/controlPlaneInitialized").asBoolean());
  }

  void putKubeconfig(String cluster, TestCluster to) throws Exception {
    putKubeconfig(cluster, to.kubeconfig(TestClusters.account("at-workload"), "system:masters"));
  }

  void putKubeconfig(String cluster, String kubeconfig) {
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, cluster, kubeconfig));
  }

  ObjectKey key(String name) {
    return new ObjectKey(namespace, name);
  }

  ObjectCache pools() {
    return user.cache(GroupKind.MACHINE_POOL);
  }

  ObjectCache clusters() {
    return user.cache(GroupKind.CLUSTER);
  }

  /** The pool and all that it refers to. */
  ObjectKey create(String name) {
    return create(CLUSTER, name, pool -> {});
  }

  ObjectKey create(String cluster, String name, Consumer<ObjectNode> change) {
    ObjectNode pool = TestObjects.pool(namespace, cluster, name);
    change.accept(pool);
    ApiObject _ = user.client().create(config(name));
    ApiObject _ = user.client().create(machines(name));
    return user.client().create(pool).key();
  }

  ObjectNode config(String name) {
    return TestObjects.parse(
        """
        {"apiVersion": "bootstrap.cluster.x-k8s.io/v1beta2", "kind": "KubeadmConfig",
         "metadata": {"namespace": "%s", "name": "%s"}, "spec": {"format": "cloud-config"}}
        """
            .formatted(namespace, name));
  }

  /** An infrastructure pool that goes only when the test lets it. */
  ObjectNode machines(String name) {
    return TestObjects.parse(
        """
        {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
         "metadata": {"namespace": "%s", "name": "%s", "finalizers": ["%s"]},
         "spec": {"minSize": 0, "maxSize": 9, "awsLaunchTemplate": {}}}
        """
            .formatted(namespace, name, HELD));
  }

  /** The controllers can see the object, whatever they see of others. */
  void awaitSeen(GroupKind kind, ObjectKey key) throws Exception {
    ApiObject _ = weir.awaitSeen(kind, key, any -> true);
  }

  /** What the provider reports: whom it lists and how many it counts. */
  void report(ObjectKey pool, int counted, String... providerIds) throws Exception {
    ApiObject listed =
        edit(
            MACHINES,
            pool,
            tree -> {
              ArrayNode list = tree.withObject("/spec").putArray("providerIDList");
              List.of(providerIds).forEach(list::add);
            });
    ApiObject _ =
        RetriedEdits.editStatus(
            user.client(), listed, status -> status.put("ready", true).put("replicas", counted));
  }

  /** The provider has removed everything. */
  void removeInfrastructureFinalizers(ObjectKey pool) {
    ApiObject _ =
        edit(
            MACHINES,
            pool,
            tree -> tree.withObject("/metadata").withArray("finalizers").removeAll());
  }

  /** An identity of an instance, and a name of a Node, that no other test uses. */
  String providerId(String machine) {
    return "aws:///zone/i-" + namespace + "-" + machine;
  }

  String nodeName(String machine) {
    return namespace + "-" + machine;
  }

  ApiObject join(String machine) {
    return nodes.join(nodeName(machine), providerId(machine));
  }

  void delete(ObjectKey pool) {
    remove(GroupKind.MACHINE_POOL, pool);
  }

  void remove(GroupKind kind, ObjectKey key) {
    user.client().delete(user.client().get(kind, key).orElseThrow(), PropagationPolicy.BACKGROUND);
  }

  ApiObject edit(GroupKind kind, ObjectKey key, Consumer<ObjectNode> change) {
    return RetriedEdits.edit(user.client(), kind, key, change);
  }

  /** A pool with one Ready member, which is called m. */
  ObjectKey running(String name) throws Exception {
    return running(CLUSTER, name, "m");
  }

  /** A pool with one Ready member. */
  ObjectKey running(String cluster, String name, String machine) throws Exception {
    ObjectKey pool = create(cluster, name, any -> {});
    awaitData(pool);
    report(pool, 1, providerId(machine));
    ApiObject _ = join(machine);
    ApiObject _ = awaitPhase(pool, "Running");
    return pool;
  }

  void awaitData(ObjectKey pool) throws Exception {
    ApiObject _ =
        CacheWaits.awaitObject(
            pools(),
            pool,
            found -> !found.at("/spec/template/spec/bootstrap/dataSecretName").isMissingNode());
  }

  ApiObject awaitPhase(ObjectKey pool, String phase) throws Exception {
    return CacheWaits.awaitObject(
        pools(), pool, found -> found.at("/status/phase").asText().equals(phase));
  }

  ApiObject awaitSaying(ObjectKey pool, String type, String words) throws Exception {
    return CacheWaits.awaitObject(
        pools(),
        pool,
        found ->
            ConditionLists.find(found.at("/status/conditions"), type)
                .filter(condition -> condition.message().contains(words))
                .isPresent());
  }

  void awaitEvent(String reason, String words) throws Exception {
    ApiObject _ =
        CacheWaits.awaitAny(
            user.cache(EVENT),
            event ->
                event.at("/reason").asText().equals(reason)
                    && event.at("/note").asText().contains(words));
  }

  void awaitNodeGone(String machine) throws Exception {
    CacheWaits.awaitGone(atWorkload.cache(BuiltInKinds.NODE), new ObjectKey("", nodeName(machine)));
  }

  /** The controllers look at the pool again after this time. */
  void advanceClock(ObjectKey pool, Duration time) {
    weir.advanceClock(time, pool);
  }
}
