package io.weir.manager.cluster;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.manager.harness.TestManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Clusters that are attached, with the real controllers and two API servers. */
abstract class AttachedClusterFixture {

  static final String NAME = "attached";

  final TestCluster apiServer;
  final TestCluster workload;
  String namespace = "";
  KubeCluster user;
  TestManager weir;

  AttachedClusterFixture(TestCluster apiServer, TestCluster workload) {
    this.apiServer = apiServer;
    this.workload = workload;
  }

  /** Where the test's objects are, and no others. */
  abstract String newNamespace() throws Exception;

  @BeforeEach
  final void start() throws Exception {
    namespace = newNamespace();
    user =
        TestClusters.connect(
            apiServer,
            TestClusters.account("user"),
            WatchSettings.defaults().inNamespace(namespace));
    weir = new TestManager(apiServer, namespace, new AdjustableClock());
  }

  @AfterEach
  final void stop() {
    weir.close();
    user.close();
    workload.close();
    apiServer.close();
  }

  final ObjectKey key() {
    return new ObjectKey(namespace, NAME);
  }

  final ObjectCache clusters() {
    return user.cache(GroupKind.CLUSTER);
  }

  final void attach(String kubeconfig) {
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, NAME, kubeconfig));
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, NAME));
  }

  final String kubeconfig() {
    return workload.kubeconfig(TestClusters.account("at-workload"), "system:masters");
  }

  static Optional<Condition> condition(ApiObject cluster, String type) {
    return ConditionLists.find(cluster.at("/status/conditions"), type);
  }

  static boolean initialized(ApiObject cluster) {
    return cluster.at("/status/initialization/controlPlaneInitialized").asBoolean();
  }

  final ApiObject awaitProbeSaying(String... words) throws InterruptedException {
    return CacheWaits.awaitObject(
        clusters(),
        key(),
        cluster ->
            condition(cluster, "RemoteConnectionProbe")
                .filter(probe -> List.of(words).stream().allMatch(probe.message()::contains))
                .isPresent());
  }

  final List<AuditRecord> writes(AuditLog.Mark mark) throws Exception {
    return apiServer.auditLog().since(mark).stream()
        .filter(request -> request.user().equals(weir.account()))
        .filter(AuditRecord::isWrite)
        .filter(request -> !request.resource().equals("events"))
        .toList();
  }

  /** A Cluster that goes takes along the pools that are seen by then. */
  final void awaitSeen(ApiObject pool) throws Exception {
    ApiObject _ = weir.awaitSeen(GroupKind.MACHINE_POOL, pool.key(), any -> true);
  }
}
