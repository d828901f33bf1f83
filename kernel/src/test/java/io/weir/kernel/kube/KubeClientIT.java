package io.weir.kernel.kube;

import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is the API server's own: validation, and namespaces that end. */
@WithControlPlane
class KubeClientIT {

  private final ControlPlane controlPlane;
  private KubeCluster cluster;
  private KubeClient client;

  KubeClientIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeEach
  void connect() throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
    cluster =
        TestClusters.connect(
            controlPlane, TestClusters.account("client"), WatchSettings.defaults());
    client = cluster.client();
  }

  @AfterEach
  void disconnect() {
    cluster.close();
  }

  @Test
  void failuresOfValidationNameTheFields(@FreshNamespace String namespace) {
    ObjectNode wrong = widget(namespace, "w");
    wrong.withObject("/spec").put("size", -1);

    KubeException.Invalid refused =
        catchThrowableOfType(KubeException.Invalid.class, () -> client.create(wrong));

    assertThat(refused.fields()).containsExactly("spec.size");
  }

  @Test
  void aPatchThatIsTriedIsJudgedAndNotStored(@FreshNamespace String namespace) {
    ApiObject stored = client.create(widget(namespace, "w"));
    ObjectNode larger = Json.MAPPER.createObjectNode();
    larger.withObject("/spec").put("size", 7);
    ObjectNode wrong = Json.MAPPER.createObjectNode();
    wrong.withObject("/spec").put("size", -1);

    assertThat(client.tryPatch(stored, larger).at("/spec/size").asInt()).isEqualTo(7);
    assertThatExceptionOfType(KubeException.Invalid.class)
        .isThrownBy(() -> client.tryPatch(stored, wrong));

    assertThat(client.get(stored.groupKind(), stored.key()).orElseThrow().resourceVersion())
        .isEqualTo(stored.resourceVersion());
    ApiObject _ = client.patch(stored, larger, Subresource.MAIN);
    assertThatExceptionOfType(KubeException.Conflict.class)
        .isThrownBy(() -> client.tryPatch(stored, larger));
  }

  @Test
  void failuresAboutSecretsQuoteNoData(@FreshNamespace String namespace) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.withObject("/metadata").put("namespace", namespace).put("name", "s");
    secret.withObject("/stringData").put("not a key", "hush-hush");
    secret.put("type", "hush-hush/hush/hush");

    KubeException.Invalid refused =
        catchThrowableOfType(KubeException.Invalid.class, () -> client.create(secret));

    assertThat(refused).hasMessageContaining("422 Invalid").hasMessageContaining("[data]");
    assertThat(refused.getMessage()).doesNotContain("hush");
  }

  @Test
  void failuresOfANamespaceThatIsBeingDeletedAreToldFromMissingRights(
      @FreshNamespace String namespace) throws Exception {
    ObjectNode held = widget(namespace, "held");
    held.withObject("/metadata").putArray("finalizers").add("example.org/held");
    ApiObject holding = client.create(held);
    String _ =
        controlPlane.kubectl("delete", "namespace", namespace, "--wait=false").outputOrThrow();
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.withObject("/metadata").put("namespace", namespace).put("name", "s");

    assertThatExceptionOfType(KubeException.NamespaceTerminating.class)
        .isThrownBy(() -> client.create(secret))
        .withMessage("cannot create Secret " + namespace + "/s: its namespace is being deleted");

    // Kubernetes writes it too, for it is being deleted with its namespace.
    ApiObject _ =
        RetriedEdits.edit(
            client, holding, tree -> tree.withObject("/metadata").remove("finalizers"));
  }
}
