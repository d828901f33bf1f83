package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.core.Cluster;
import io.weir.api.core.MachinePool;
import io.weir.api.crdcheck.CrdContract;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoreCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = Crds.core();
    return List.of(
        new KindUnderTest(crds.get(0), Cluster.class),
        new KindUnderTest(crds.get(1), MachinePool.class),
        new KindUnderTest(crds.get(2), KubeadmConfig.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1beta1", "v1beta2"})
  void aTemplateHasTheSpecOfItsConfig(String version) {
    JsonNode config = schema(Crds.core().get(2), version);

    JsonNode template = schema(Crds.core().get(3), version);

    assertThat(template.at("/properties/spec/properties/template/properties/spec"))
        .isEqualTo(config.at("/properties/spec"));
  }

  private static JsonNode schema(ApiObject crd, String version) {
    for (JsonNode each : crd.spec().path("versions")) {
      if (each.path("name").asText().equals(version)) {
        return each.path("schema").path("openAPIV3Schema");
      }
    }
    throw new IllegalArgumentException("%s has no version %s".formatted(crd, version));
  }
}
