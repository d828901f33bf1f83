package io.weir.manager.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.config.EksConfigStatusFields;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.eks.EksClusterInfo;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.bootstrap.BootstrapDataStore;
import io.weir.manager.bootstrap.ConfigReporter;
import io.weir.manager.bootstrap.ConfigStateReader;
import io.weir.manager.bootstrap.SecretContents;
import io.weir.manager.objects.ReferencedSecrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EksConfigControllerTest {

  private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
  private static final String KUBECONFIG =
      "clusters: [{name: c, cluster: {certificate-authority-data: Y2E=}}]";

  private final FakeCache nodeadmConfigs = cache(GroupKind.NODEADM_CONFIG);
  private final FakeCache eksConfigs = cache(GroupKind.EKS_CONFIG);
  private final FakeCache pools = cache(GroupKind.MACHINE_POOL);
  private final FakeCache clusters = cache(GroupKind.CLUSTER);
  private final FakeCache controlPlanes = cache(EksClusterInfo.CONTROL_PLANE);
  private final FakeCache secrets =
      new FakeCache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
  private MemoryApiServer management;
  private EventRecorder events;

  private static FakeCache cache(GroupKind kind) {
    return new FakeCache(kind, ObjectSelector.everything());
  }

  @BeforeEach
  void begin() throws IOException {
    management = new MemoryApiServer(() -> NOW).install(Crds.core());
    management.feed(nodeadmConfigs);
    management.feed(eksConfigs);
    management.feed(secrets);
    events = new EventRecorder(management.client(), "test", () -> NOW);
    editCluster(_ -> {});
    controlPlanes.put(
        new ApiObject(
            TestObjects.parse(
                """
                {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2",
                 "kind": "AWSManagedControlPlane",
                 "metadata": {"namespace": "default", "name": "c-control-plane"},
                 "spec": {"eksClusterName": "default_c-control-plane"}}
                """)));
    ApiObject _ = management.client().create(TestObjects.kubeconfig("default", "c", KUBECONFIG));
  }

  @AfterEach
  void close() {
    events.close();
    management.close();
  }

  private void editCluster(Consumer<ObjectNode> edit) {
    ObjectNode cluster = TestObjects.cluster("default", "c");
    cluster
        .withObject("/spec/controlPlaneRef")
        .put("apiGroup", "controlplane.cluster.x-k8s.io")
        .put("kind", "AWSManagedControlPlane")
        .put("name", "c-control-plane");
    cluster
        .withObject("/spec/controlPlaneEndpoint")
        .put("host", "https://api.test")
        .put("port", 443);
    cluster
        .withObject("/status/initialization")
        .put("infrastructureProvisioned", true)
        .put("controlPlaneInitialized", true);
    edit.accept(cluster);
    clusters.put(new ApiObject(cluster));
  }

  /** A config that a pool of its name has. */
  private ObjectKey create(GroupKind kind, String spec) {
    ObjectNode pool = TestObjects.pool("default", "c", "workers");
    pool.withObject("/metadata").put("uid", "uid-of-workers");
    pool.withObject("/spec/template/spec/bootstrap/configRef").put("kind", kind.kind());
    pools.put(new ApiObject(pool));
    ObjectNode config = TestObjects.config(new ApiObject(pool), spec);
    config.put("kind", kind.kind());
    return management.client().create(config).key();
  }

  private void pass(GroupKind kind, ObjectKey config) {
    var named =
        new ReferencedSecrets(secrets.cache(), null, management.client(), _ -> true, _ -> {});
    var controller =
        new EksConfigController(
            new EksConfigController.Dependencies(
                of(kind).cache(),
                new ConfigStateReader(
                    Optional.of(pools.cache()),
                    cache(GroupKind.MACHINE).cache(),
                    clusters.cache(),
                    ServingPolicy.ServedMachines.ATTACHED),
                new EksInputsReader(
                    new SecretContents(named, clusters.cache()), controlPlanes.cache()),
                new BootstrapDataStore(secrets.cache(), management.client()),
                new ConfigReporter(
                    management.client(), events, new EksConfigStatusFields(), "another"),
                () -> NOW));
    var _ = controller.reconcile(config);
  }

  private FakeCache of(GroupKind kind) {
    return kind.equals(GroupKind.NODEADM_CONFIG) ? nodeadmConfigs : eksConfigs;
  }

  private JsonNode status(GroupKind kind, ObjectKey config) {
    return management.client().get(kind, config).orElseThrow().at("/status");
  }

  private Condition condition(ObjectKey config) {
    return ConditionLists.find(
            status(GroupKind.NODEADM_CONFIG, config).path("conditions"), "DataSecretAvailable")
        .orElseThrow();
  }

  private String data(ObjectKey config) {
    return secrets
        .cache()
        .get(config)
        .map(secret -> Base64.getDecoder().decode(secret.at("/data/value").asText()))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("");
  }

  @Test
  void aNodeadmConfigIsRenderedForTheClusterOfItsPool() {
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "{}");

    pass(GroupKind.NODEADM_CONFIG, config);

    assertThat(data(config))
        .contains(
            "name: default_c-control-plane",
            "apiServerEndpoint: https://api.test",
            "certificateAuthority: Y2E=");
    JsonNode status = status(GroupKind.NODEADM_CONFIG, config);
    assertThat(status.path("ready").asBoolean()).isTrue();
    assertThat(status.path("dataSecretName").asText()).isEqualTo("workers");
    assertThat(status.at("/initialization/dataSecretCreated").asBoolean()).isTrue();
    assertThat(condition(config).isTrue()).isTrue();
    assertThat(ConditionLists.isTrue(status.path("conditions"), "Ready")).isTrue();
  }

  @Test
  void anEksConfigIsRenderedWithoutFieldsThatItsStatusDoesNotHave() {
    ObjectKey config = create(GroupKind.EKS_CONFIG, "{\"useMaxPods\": true}");

    pass(GroupKind.EKS_CONFIG, config);

    assertThat(data(config))
        .contains("/etc/eks/bootstrap.sh default_c-control-plane --use-max-pods true");
    JsonNode status = status(GroupKind.EKS_CONFIG, config);
    assertThat(status.path("ready").asBoolean()).isTrue();
    assertThat(status.has("initialization")).isFalse();
  }

  @Test
  void aSecondPassWritesNothing() {
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "{}");
    pass(GroupKind.NODEADM_CONFIG, config);
    String secret = secrets.cache().get(config).orElseThrow().resourceVersion();
    String before =
        management.client().get(GroupKind.NODEADM_CONFIG, config).orElseThrow().resourceVersion();

    pass(GroupKind.NODEADM_CONFIG, config);

    assertThat(secrets.cache().get(config).orElseThrow().resourceVersion()).isEqualTo(secret);
    assertThat(management.client().get(GroupKind.NODEADM_CONFIG, config).orElseThrow())
        .extracting(ApiObject::resourceVersion)
        .isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "infrastructureProvisioned, WaitingForClusterInfrastructure",
    "controlPlaneInitialized, WaitingForControlPlaneInitialization"
  })
  void whatItsClusterLacksIsWaitedFor(String milestone, String reason) {
    editCluster(cluster -> cluster.withObject("/status/initialization").put(milestone, false));
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "{}");

    pass(GroupKind.NODEADM_CONFIG, config);

    assertThat(data(config)).isEmpty();
    assertThat(condition(config))
        .satisfies(it -> assertThat(it.reason()).isEqualTo(reason))
        .satisfies(it -> assertThat(it.severity()).isEqualTo("Info"));
    assertThat(status(GroupKind.NODEADM_CONFIG, config).path("ready").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          KubeadmControlPlane    | c-control-plane | names no AWSManagedControlPlane
          AWSManagedControlPlane | other           | AWSManagedControlPlane default/other does not exist; create it
          """)
  void aClusterThatIsNotOneOfEksIsNamed(String kind, String name, String words) {
    editCluster(
        cluster -> cluster.withObject("/spec/controlPlaneRef").put("kind", kind).put("name", name));
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "{}");

    pass(GroupKind.NODEADM_CONFIG, config);

    assertThat(condition(config).message()).contains("spec.controlPlaneRef", words);
  }

  @Test
  void dataOfAnEditThatCannotBeRenderedStaysInUse() {
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "{}");
    pass(GroupKind.NODEADM_CONFIG, config);
    String before = data(config);
    ApiObject _ =
        management
            .client()
            .edit(
                nodeadmConfigs.cache().get(config).orElseThrow(),
                tree ->
                    tree.withObject("/spec")
                        .putArray("files")
                        .addObject()
                        .put("path", "/a")
                        .putObject("contentFrom")
                        .putObject("secret")
                        .put("name", "c-kubeconfig")
                        .put("key", "value"));

    pass(GroupKind.NODEADM_CONFIG, config);

    assertThat(data(config)).isEqualTo(before);
    assertThat(condition(config).message())
        .contains("spec.files[0].contentFrom.secret", "the kubeconfig of Cluster c")
        .endsWith("; the existing data stays in use");
    assertThat(status(GroupKind.NODEADM_CONFIG, config).path("ready").asBoolean()).isTrue();
  }

  @Test
  void nothingIsWrittenWhileTheClusterIsPaused() {
    editCluster(cluster -> cluster.withObject("/spec").put("paused", true));
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "{}");

    pass(GroupKind.NODEADM_CONFIG, config);

    assertThat(data(config)).isEmpty();
    assertThat(
            ConditionLists.isTrue(
                status(GroupKind.NODEADM_CONFIG, config).path("conditions"), "Paused"))
        .isTrue();
  }
}
