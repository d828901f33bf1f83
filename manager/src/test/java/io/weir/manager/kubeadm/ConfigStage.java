package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.api.harness.Objects;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.bootstrap.config.DataSecret;
import io.weir.bootstrap.token.HeldToken;
import io.weir.bootstrap.token.TokenState;
import io.weir.bootstrap.token.WorkloadToken;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MovableClock;
import io.weir.kernel.harness.Seen;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.LabelSelector;
import io.weir.manager.harness.Weir;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Configs of pools of an attached Cluster, with the real controllers and two API servers. */
abstract class ConfigStage {

  static final String CLUSTER = "attached";
  static final String PLAIN = "{\"format\": \"cloud-config\"}";

  final TestCluster plane;
  final TestCluster workload;
  final MovableClock clock = new MovableClock();
  String namespace = "";
  String workloadAccount = "";
  KubeCluster user;
  KubeCluster atWorkload;
  Weir weir;

  ConfigStage(TestCluster plane, TestCluster workload) {
    this.plane = plane;
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
            plane, TestClusters.account("user"), WatchSettings.defaults().in(namespace));
    atWorkload =
        TestClusters.connect(
            workload, TestClusters.account("user"), WatchSettings.defaults().in("kube-system"));
    weir = new Weir(plane, namespace, clock);
  }

  @AfterEach
  final void stop() {
    weir.close();
    atWorkload.close();
    user.close();
    workload.close();
    plane.close();
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
        GroupKind.SECRET, LabelSelector.equal(BootstrapKeys.TOKEN_OWNER_NAMESPACE, namespace));
  }

  void attach(String kubeconfig) throws Exception {
    AuditLog.Mark before = plane.auditLog().mark();
    ApiObject _ = user.client().create(Objects.kubeconfig(namespace, CLUSTER, kubeconfig));
    ApiObject _ = user.client().create(Objects.cluster(namespace, CLUSTER));
    ApiObject _ =
        Seen.as(
            user.cache(GroupKind.CLUSTER),
            new ObjectKey(namespace, CLUSTER),
            cluster -> cluster.at("/status/initialization/controlPlaneInitialized").asBoolean());
    assertThat(reported(before, CLUSTER)).isTrue();
  }

  void attach() throws Exception {
    attach(workload.kubeconfig(workloadAccount, "system:masters"));
  }

  ApiObject configured(String name, String spec) {
    ApiObject pool = user.client().create(Objects.pool(namespace, CLUSTER, name));
    return user.client().create(Objects.config(pool, spec));
  }

  ApiObject awaitData(ObjectKey config) throws InterruptedException {
    ApiObject _ =
        Seen.as(
            configs(),
            config,
            found ->
                found.at("/status/initialization/dataSecretCreated").asBoolean()
                    && Conditions.holds(found.at("/status/conditions"), ConditionTypes.READY));
    return Seen.as(secrets(), config, DataSecret::holdsData);
  }

  ApiObject awaitSaying(ObjectKey config, String... words) throws InterruptedException {
    return Seen.as(
        configs(),
        config,
        found ->
            condition(found)
                .filter(one -> List.of(words).stream().allMatch(one.message()::contains))
                .isPresent());
  }

  static Optional<Condition> condition(ApiObject config) {
    return Conditions.find(config.at("/status/conditions"), ConditionTypes.DATA_SECRET_AVAILABLE);
  }

  static String value(ApiObject secret) {
    return new String(
        Base64.getDecoder().decode(secret.at("/data/value").asText()), StandardCharsets.UTF_8);
  }

  static HeldToken token(ApiObject secret) {
    return DataSecret.token(secret).orElseThrow();
  }

  ObjectKey inWorkload(ApiObject secret) {
    return new ObjectKey("kube-system", token(secret).token().secretName());
  }

  static Instant end(ApiObject token) {
    return new WorkloadToken(token).state() instanceof TokenState.Expiring(Instant at)
        ? at
        : Instant.MAX;
  }

  /** The API server logs a request after it has answered it. */
  boolean reported(AuditLog.Mark since, String name) throws Exception {
    return plane
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
        .filter(AuditRecord::writes)
        .filter(request -> !request.resource().equals("events"))
        .map(request -> request.verb() + " " + request.kind())
        .toList();
  }
}
