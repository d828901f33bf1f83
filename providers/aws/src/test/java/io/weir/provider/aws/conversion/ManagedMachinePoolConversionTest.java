package io.weir.provider.aws.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.conversion.Conversion;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ManagedMachinePoolConversionTest {

  private final Conversion conversion = ManagedMachinePoolSpoke.conversion();

  @Test
  void theOlderVersionSpellsAFieldOtherwiseAndHasFewer() throws Exception {
    var spec = convert(sample(), "v1beta1").path("spec");

    assertThat(spec.path("updateConfig").toString()).isEqualTo("{\"maxUnavailablePrecentage\":33}");
    assertThat(spec.has("lifecycleHooks")).isFalse();
    assertThat(spec.has("nodeRepairConfig")).isFalse();
    assertThat(spec.path("labels")).isEqualTo(sample().at("/spec/labels"));
  }

  @Test
  void nothingIsLostThereAndBack() throws Exception {
    assertThat(convert(convert(sample(), "v1beta1"), "v1beta2")).isEqualTo(sample());
  }

  @Test
  void aChangeInTheOlderVersionReachesTheStoredOneAndLosesNothing() throws Exception {
    ObjectNode older = convert(sample(), "v1beta1");
    older.withObject("/spec/updateConfig").put("maxUnavailablePrecentage", 50);

    var spec = convert(older, "v1beta2").path("spec");

    assertThat(spec.path("updateConfig").toString()).isEqualTo("{\"maxUnavailablePercentage\":50}");
    assertThat(spec.path("lifecycleHooks")).isEqualTo(sample().at("/spec/lifecycleHooks"));
  }

  private ObjectNode convert(ObjectNode object, String version) throws Exception {
    return conversion.convert(object, version, _ -> Optional.empty());
  }

  private static ObjectNode sample() throws Exception {
    try (var file =
        ManagedMachinePoolConversionTest.class.getResourceAsStream(
            "/samples/awsmanagedmachinepool.yaml")) {
      return new YAMLMapper().readValue(file, ObjectNode.class);
    }
  }
}
