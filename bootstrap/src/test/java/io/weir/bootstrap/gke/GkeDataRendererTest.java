package io.weir.bootstrap.gke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.ConfigOwner;
import io.weir.bootstrap.render.RenderedBootstrapData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GkeDataRendererTest {

  private static ApiObject config() {
    ObjectNode tree = object("GKEConfig");
    tree.putObject("spec");
    return new ApiObject(tree);
  }

  private static ConfigOwner owner(String kind, String template, String infrastructure) {
    ObjectNode tree = object(kind);
    ObjectNode machine = tree.withObject(template);
    machine.put("version", "v1.35.4");
    machine
        .putObject("infrastructureRef")
        .put("apiGroup", "infrastructure.cluster.x-k8s.io")
        .put("kind", infrastructure)
        .put("name", "workers");
    return new ConfigOwner(new ApiObject(tree));
  }

  private static ConfigOwner pool(String infrastructure) {
    return owner("MachinePool", "/spec/template/spec", infrastructure);
  }

  private static ObjectNode object(String kind) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", kind);
    tree.putObject("metadata").put("namespace", "default").put("name", "workers");
    String group =
        kind.endsWith("Config") ? "bootstrap.cluster.x-k8s.io/v1beta1" : "cluster.x-k8s.io/v1beta2";
    return tree.put("apiVersion", group);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GCPManagedMachinePool", "GCPKCCManagedMachinePool"})
  void aNodePoolHasNoDataInAFormatThatAnyoneReads(String infrastructure) {
    RenderedBootstrapData data = GkeDataRenderer.render(config(), pool(infrastructure));

    assertThat(data.value()).isEmpty();
    assertThat(data.format()).isEqualTo("cloud-config");
    assertThat(data.kubernetesVersion()).isEmpty();
    assertThat(data.inputsDigest()).isEqualTo(data.inputsAndTokenDigest()).startsWith("v1:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          MachinePool | /spec/template/spec | GCPMachinePool | spec.template.spec
          Machine     | /spec               | GCPMachine     | spec
          """)
  void machinesThatWouldNeedDataAreRefused(
      String kind, String template, String infrastructure, String field) {
    ConfigOwner owner = owner(kind, template, infrastructure);

    assertThatThrownBy(() -> GkeDataRenderer.render(config(), owner))
        .isInstanceOf(BootstrapDataException.class)
        .hasMessage(
            "%s default/workers %s.infrastructureRef: is of kind %s, and a GKEConfig is for node pools of GKE only, which need no bootstrap data; name the config of another bootstrap provider, such as a KubeadmConfig, in %s.bootstrap.configRef"
                .formatted(kind, field, infrastructure, field));
  }

  @Test
  void anOwnerThatNamesNoInfrastructureIsRefused() {
    assertThatThrownBy(() -> GkeDataRenderer.render(config(), pool("")))
        .hasMessageContaining("infrastructureRef: is of kind \"\", and");
  }
}
