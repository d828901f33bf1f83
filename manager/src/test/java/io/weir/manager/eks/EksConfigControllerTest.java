package io.weir.manager.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.eks.EksClusterInfo;
import io.weir.bootstrap.eks.EksDataRenderer;
import io.weir.kernel.cache.FakeCache;
import io.weir.manager.bootstrap.TokenlessConfigFixture;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EksConfigControllerTest {

  private static final String KUBECONFIG =
      "clusters: [{name: c, cluster: {certificate-authority-data: Y2E=}}]";

  private final FakeCache controlPlanes =
      TokenlessConfigFixture.cache(EksClusterInfo.CONTROL_PLANE);
  private final TokenlessConfigFixture nodeadm = fixture(GroupKind.NODEADM_CONFIG);
  private final TokenlessConfigFixture eks = fixture(GroupKind.EKS_CONFIG);

  private static TokenlessConfigFixture fixture(GroupKind kind) {
    return new TokenlessConfigFixture(kind, "v1beta2", EksConfigControllerTest::ofEks);
  }

  private static void ofEks(ObjectNode cluster) {
    cluster
        .withObject("/spec/controlPlaneRef")
        .put("apiGroup", "controlplane.cluster.x-k8s.io")
        .put("kind", "AWSManagedControlPlane")
        .put("name", "c-control-plane");
    cluster
        .withObject("/spec/controlPlaneEndpoint")
        .put("host", "https://api.test")
        .put("port", 443);
  }

  @BeforeEach
  void begin() {
    controlPlanes.put(
        new ApiObject(
            TestObjects.parse(
                """
                {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2",
                 "kind": "AWSManagedControlPlane",
                 "metadata": {"namespace": "default", "name": "c-control-plane"},
                 "spec": {"eksClusterName": "default_c-control-plane"}}
                """)));
    ApiObject _ =
        nodeadm.management().client().create(TestObjects.kubeconfig("default", "c", KUBECONFIG));
  }

  @AfterEach
  void close() {
    nodeadm.close();
    eks.close();
  }

  private static ObjectKey create(TokenlessConfigFixture fixture, String spec) {
    return fixture.create("AWSMachinePool", spec);
  }

  private void pass(TokenlessConfigFixture fixture, ObjectKey config) {
    fixture.pass(
        config,
        contents -> {
          var inputs = new EksInputsReader(contents, controlPlanes.cache());
          return (object, ready) -> EksDataRenderer.render(inputs.read(object, ready));
        });
  }

  private static String data(TokenlessConfigFixture fixture, ObjectKey config) {
    return fixture
        .secrets()
        .get(config)
        .map(secret -> Base64.getDecoder().decode(secret.at("/data/value").asText()))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("");
  }

  @Test
  void aNodeadmConfigIsRenderedForTheClusterOfItsPool() {
    ObjectKey config = create(nodeadm, "{}");

    pass(nodeadm, config);

    assertThat(data(nodeadm, config))
        .contains(
            "name: default_c-control-plane",
            "apiServerEndpoint: https://api.test",
            "certificateAuthority: Y2E=");
    JsonNode status = nodeadm.status(config);
    assertThat(status.path("ready").asBoolean()).isTrue();
    assertThat(status.path("dataSecretName").asText()).isEqualTo("workers");
    assertThat(status.at("/initialization/dataSecretCreated").asBoolean()).isTrue();
    assertThat(nodeadm.condition(config).isTrue()).isTrue();
    assertThat(ConditionLists.isTrue(status.path("conditions"), "Ready")).isTrue();
  }

  @Test
  void anEksConfigIsRenderedWithoutFieldsThatItsStatusDoesNotHave() {
    ObjectKey config = create(eks, "{\"useMaxPods\": true}");

    pass(eks, config);

    assertThat(data(eks, config))
        .contains("/etc/eks/bootstrap.sh default_c-control-plane --use-max-pods true");
    JsonNode status = eks.status(config);
    assertThat(status.path("ready").asBoolean()).isTrue();
    assertThat(status.has("initialization")).isFalse();
  }

  @Test
  void aSecondPassWritesNothing() {
    ObjectKey config = create(nodeadm, "{}");
    pass(nodeadm, config);
    String secret = nodeadm.secrets().get(config).orElseThrow().resourceVersion();
    String before = nodeadm.config(config).resourceVersion();

    pass(nodeadm, config);

    assertThat(nodeadm.secrets().get(config).orElseThrow().resourceVersion()).isEqualTo(secret);
    assertThat(nodeadm.config(config)).extracting(ApiObject::resourceVersion).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "infrastructureProvisioned, WaitingForClusterInfrastructure",
    "controlPlaneInitialized, WaitingForControlPlaneInitialization"
  })
  void whatItsClusterLacksIsWaitedFor(String milestone, String reason) {
    nodeadm.editCluster(
        cluster -> cluster.withObject("/status/initialization").put(milestone, false));
    ObjectKey config = create(nodeadm, "{}");

    pass(nodeadm, config);

    assertThat(data(nodeadm, config)).isEmpty();
    assertThat(nodeadm.condition(config))
        .satisfies(it -> assertThat(it.reason()).isEqualTo(reason))
        .satisfies(it -> assertThat(it.severity()).isEqualTo("Info"));
    assertThat(nodeadm.status(config).path("ready").asBoolean()).isFalse();
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
    nodeadm.editCluster(
        cluster -> cluster.withObject("/spec/controlPlaneRef").put("kind", kind).put("name", name));
    ObjectKey config = create(nodeadm, "{}");

    pass(nodeadm, config);

    assertThat(nodeadm.condition(config).message()).contains("spec.controlPlaneRef", words);
  }

  @Test
  void dataOfAnEditThatCannotBeRenderedStaysInUse() {
    ObjectKey config = create(nodeadm, "{}");
    pass(nodeadm, config);
    String before = data(nodeadm, config);
    ApiObject _ =
        nodeadm
            .management()
            .client()
            .edit(
                nodeadm.config(config),
                tree ->
                    tree.withObject("/spec")
                        .putArray("files")
                        .addObject()
                        .put("path", "/a")
                        .putObject("contentFrom")
                        .putObject("secret")
                        .put("name", "c-kubeconfig")
                        .put("key", "value"));

    pass(nodeadm, config);

    assertThat(data(nodeadm, config)).isEqualTo(before);
    assertThat(nodeadm.condition(config).message())
        .contains("spec.files[0].contentFrom.secret", "the kubeconfig of Cluster c")
        .endsWith("; the existing data stays in use");
    assertThat(nodeadm.status(config).path("ready").asBoolean()).isTrue();
  }

  @Test
  void nothingIsWrittenWhileTheClusterIsPaused() {
    nodeadm.editCluster(cluster -> cluster.withObject("/spec").put("paused", true));
    ObjectKey config = create(nodeadm, "{}");

    pass(nodeadm, config);

    assertThat(data(nodeadm, config)).isEmpty();
    assertThat(ConditionLists.isTrue(nodeadm.status(config).path("conditions"), "Paused")).isTrue();
  }
}
