package io.weir.sandbox.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestsTest {
  @Test
  void theExampleIsOnePoolWithAllThatItNeeds() {
    Manifests example = Manifests.example();

    assertThat(example.summary())
        .isEqualTo(
            "Cluster demo, AWSCluster demo, MachinePool workers, AWSMachinePool workers,"
                + " KubeadmConfig workers");
  }

  @Test
  void emptyDocumentsAndCommentsAreNoObjects() {
    Manifests manifests =
        Manifests.of(
            "x.yaml",
            """
            # a comment
            ---
            ---
            kind: ConfigMap
            apiVersion: v1
            metadata: {name: a}
            """);

    assertThat(manifests.objects()).hasSize(1);
    assertThat(Manifests.keyOf(manifests.objects().getFirst()))
        .isEqualTo(new ObjectKey("default", "a"));
  }

  @Test
  void whatIsNotYamlIsRefusedByItsName() {
    assertThatThrownBy(() -> Manifests.of("broken.yaml", "a: [b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("broken.yaml is not YAML");
  }

  @Test
  void poolsLikeTheExamplesReferToTheirOwnObjects() {
    List<ObjectNode> objects = ExamplePools.pool("team", "blue", 5);

    assertThat(objects).extracting(o -> o.at("/metadata/name").asText()).containsOnly("blue");
    assertThat(objects).extracting(o -> o.at("/metadata/namespace").asText()).containsOnly("team");
    ObjectNode pool = objects.getLast();
    assertThat(pool.at("/spec/replicas").asInt()).isEqualTo(5);
    assertThat(pool.at("/spec/template/spec/bootstrap/configRef/name").asText()).isEqualTo("blue");
    assertThat(pool.at("/spec/template/spec/infrastructureRef/name").asText()).isEqualTo("blue");
  }

  @Test
  void aKubeconfigSecretIsFoundByNameAndLabelOfItsCluster() {
    ObjectNode secret = KubeconfigSecrets.of(new ObjectKey("team", "demo"), "text");

    assertThat(new ApiObject(secret).key()).isEqualTo(new ObjectKey("team", "demo-kubeconfig"));
    assertThat(new ApiObject(secret).labels()).containsValue("demo");
    assertThat(new ApiObject(secret).groupKind()).isEqualTo(GroupKind.SECRET);
  }

  @Test
  void anObjectIsToldByItsPhaseAndConditions() throws Exception {
    var object =
        new ApiObject(
            (ObjectNode)
                Json.MAPPER.readTree(
                    """
                    {"status": {"phase": "Pending", "conditions": [
                      {"type": "Ready", "status": "False", "reason": "Waiting", "message": "for it"},
                      {"type": "Paused", "status": "False"}]}}
                    """));

    assertThat(StatusSummary.lines(object))
        .containsExactly("phase Pending", "Ready is False (Waiting): for it", "Paused is False");
  }
}
