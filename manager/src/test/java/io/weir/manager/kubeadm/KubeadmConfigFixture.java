package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.token.IssuedToken;
import io.weir.bootstrap.token.TokenState;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.harness.TestManager;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Configs of pools of an attached Cluster, with the real controllers and two API servers. */
abstract class KubeadmConfigFixture {

  static final String CLUSTER = "attached";
  static final String PLAIN = "{\"format\": \"cloud-config\"}";

  final TestCluster apiServer;
  final TestCluster workload;
  final AdjustableClock clock = new AdjustableClock();
  String namespace = "";
  String workloadAccount = "";
  KubeCluster user;
  KubeCluster atWorkload;
  TestManager weir;

  KubeadmConfigFixture(TestCluster apiServer, TestCluster workload) {
    this.apiServer = apiServer;
    this.workload = workload;
  }

  /** Where the test's objects are, and no others. */
  abstract String newNamespace() throws Exception;

  @BeforeEach
  final void start() throws Exception {
    namespace = newNamespace();
    workloadAccount = TestClusters.account("at-workload");
    user =
        TestClusters.connect(
            apiServer,
            TestClusters.account("user"),
            WatchSettings.defaults().inNamespace(namespace));
    atWorkload =
        TestClusters.connect(
            workload,
            TestClusters.account("user"),
            WatchSettings.defaults().inNamespace("kube-system"));
    weir = new TestManager(apiServer, namespace, clock);
  }

  @AfterEach
  final void stop() {
    weir.close();
    atWorkload.close();
    user.close();
    workload.close();
    apiServer.close();
  }

  ObjectCache configs() {
    return user.cache(GroupKind.KUBEADM_CONFIG);
  }

  ObjectCache secrets() {
    return user.cache(GroupKind.SECRET);
  }

  /** The tokens that this test's namespace has handed out. */
  ObjectCache tokens() {
    return atWorkload.cache(
        GroupKind.SECRET,
        ObjectSelector.withLabelValue(BootstrapMetadataKeys.TOKEN_OWNER_NAMESPACE, namespace));
  }

  void attach(String kubeconfig) throws Exception {
    AuditLog.Mark before = apiServer.auditLog().mark();
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, CLUSTER, kubeconfig));
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, CLUSTER));
    ApiObject _ =
        CacheWaits.awaitObject(
            user.cache(GroupKind.CLUSTER),
            new ObjectKey(namespace, CLUSTER),
            cluster -> cluster.at("/status/initialization/controlPlaneInitialized").asBoolean());
    assertThat(awaitStatusWrite(before, CLUSTER)).isTrue();
  }

  void attach() throws Exception {
    attach(workload.kubeconfig(workloadAccount, "system:masters"));
  }

  ApiObject createPoolAndConfig(String name, String spec) {
    ApiObject pool = user.client().create(TestObjects.pool(namespace, CLUSTER, name));
    return user.client().create(TestObjects.config(pool, spec));
  }

  ApiObject awaitData(ObjectKey config) throws InterruptedException {
    ApiObject _ =
        CacheWaits.awaitObject(
            configs(),
            config,
            found ->
                found.at("/status/initialization/dataSecretCreated").asBoolean()
                    && ConditionLists.isTrue(found.at("/status/conditions"), ConditionTypes.READY));
    return CacheWaits.awaitObject(secrets(), config, BootstrapDataSecret::hasData);
  }

  ApiObject awaitSaying(ObjectKey config, String... words) throws InterruptedException {
    return CacheWaits.awaitObject(
        configs(),
        config,
        found ->
            condition(found)
                .filter(one -> List.of(words).stream().allMatch(one.message()::contains))
                .isPresent());
  }

  static Optional<Condition> condition(ApiObject config) {
    return ConditionLists.find(
        config.at("/status/conditions"), ConditionTypes.DATA_SECRET_AVAILABLE);
  }

  static String value(ApiObject secret) {
    return new String(
        Base64.getDecoder().decode(secret.at("/data/value").asText()), StandardCharsets.UTF_8);
  }

  static IssuedToken token(ApiObject secret) {
    return BootstrapDataSecret.token(secret).orElseThrow();
  }

  ObjectKey tokenSecretKey(ApiObject secret) {
    return new ObjectKey("kube-system", token(secret).token().secretName());
  }

  static Instant expiry(ApiObject token) {
    return new WorkloadToken(token).state() instanceof TokenState.Expiring(Instant at)
        ? at
        : Instant.MAX;
  }

  /** The API server logs a request after it has answered it. */
  boolean awaitStatusWrite(AuditLog.Mark since, String name) throws Exception {
    return apiServer
        .auditLog()
        .await(
            since,
            request -> request.name().equals(name) && request.subresource().equals("status"),
            Duration.ofMinutes(1))
        .isPresent();
  }

  static List<String> writes(TestCluster of, AuditLog.Mark since, String account) throws Exception {
    return of.auditLog().since(since).stream()
        .filter(request -> request.user().equals(account))
        .filter(AuditRecord::isWrite)
        .filter(request -> !request.resource().equals("events"))
        .map(request -> request.verb() + " " + request.resourceType())
        .toList();
  }
}
