package io.weir.manager.gke;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.bootstrap.gke.GkeDataRenderer;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.bootstrap.TokenlessConfigFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GkeConfigControllerTest {

  private static final String NODE_POOL = "GCPManagedMachinePool";

  private final TokenlessConfigFixture fixture =
      new TokenlessConfigFixture(GroupKind.GKE_CONFIG, "v1beta1", _ -> {});

  @AfterEach
  void close() {
    fixture.close();
  }

  private ObjectKey create(String infrastructure) {
    return fixture.create(infrastructure, "{}");
  }

  private void pass(ObjectKey config) {
    fixture.pass(config, _ -> (object, ready) -> GkeDataRenderer.render(object, ready.owner()));
  }

  @Test
  void aNodePoolGetsASecretWithoutContentAndGoesOn() {
    ObjectKey config = create(NODE_POOL);

    pass(config);

    ApiObject secret = fixture.secrets().get(config).orElseThrow();
    assertThat(secret.at("/type").asText()).isEqualTo("cluster.x-k8s.io/secret");
    assertThat(secret.at("/data/value").isTextual()).isTrue();
    assertThat(secret.at("/data/value").asText()).isEmpty();
    assertThat(secret.at("/data/format").asText()).isEqualTo("Y2xvdWQtY29uZmln");
    assertThat(secret.label("cluster.x-k8s.io/cluster-name")).hasValue("c");
    assertThat(secret.controller())
        .hasValueSatisfying(owner -> assertThat(owner.kind()).isEqualTo("GKEConfig"));
    JsonNode status = fixture.status(config);
    assertThat(status.path("ready").asBoolean()).isTrue();
    assertThat(status.path("dataSecretName").asText()).isEqualTo("workers");
    assertThat(status.path("observedGeneration").asInt()).isEqualTo(1);
    assertThat(fixture.condition(config).isTrue()).isTrue();
    assertThat(ConditionLists.isTrue(status.path("conditions"), "Ready")).isTrue();
  }

  @Test
  void aSecondPassFindsTheEmptyDataAndAsksAndWritesNothing() {
    ObjectKey config = create(NODE_POOL);
    pass(config);
    int asked = fixture.management().requests().size();

    pass(config);

    assertThat(fixture.management().requests()).hasSize(asked);
  }

  @Test
  void aSecretThatSomebodyDeletesIsMadeAgain() {
    ObjectKey config = create(NODE_POOL);
    pass(config);
    ApiObject secret = fixture.secrets().get(config).orElseThrow();
    fixture.management().client().delete(secret, PropagationPolicy.BACKGROUND);

    pass(config);

    assertThat(fixture.secrets().get(config)).isPresent();
  }

  @Test
  void machinesThatNeedDataGetNoneUntilTheirPoolIsOneOfGke() {
    ObjectKey config = create("GCPMachinePool");

    pass(config);

    assertThat(fixture.secrets().get(config)).isEmpty();
    assertThat(fixture.condition(config))
        .satisfies(it -> assertThat(it.reason()).isEqualTo("DataSecretGenerationFailed"))
        .satisfies(
            it ->
                assertThat(it.message())
                    .startsWith(
                        "MachinePool default/workers spec.template.spec.infrastructureRef: is of"
                            + " kind GCPMachinePool")
                    .endsWith("in spec.template.spec.bootstrap.configRef"));
    assertThat(fixture.status(config).path("ready").asBoolean()).isFalse();
    assertThat(fixture.status(config).path("dataSecretName").asText()).isEmpty();

    ApiObject _ = fixture.putPool(NODE_POOL);
    pass(config);

    assertThat(fixture.condition(config).isTrue()).isTrue();
  }
}
