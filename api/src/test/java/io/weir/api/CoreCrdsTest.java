package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.core.Cluster;
import io.weir.api.core.Machine;
import io.weir.api.core.MachineDrainRule;
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
        new KindUnderTest(crds.get(2), KubeadmConfig.class),
        new KindUnderTest(crds.get(4), MachineDrainRule.class),
        new KindUnderTest(crds.get(5), Machine.class),
        new KindUnderTest(crds.get(6), Unread.class),
        new KindUnderTest(crds.get(7), Unread.class),
        new KindUnderTest(crds.get(8), Unread.class),
        new KindUnderTest(crds.get(9), Unread.class),
        new KindUnderTest(crds.get(11), Unread.class),
        new KindUnderTest(crds.get(13), Unread.class),
        new KindUnderTest(crds.get(14), Unread.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1beta1", "v1beta2"})
  void aTemplateHasTheSpecOfItsConfig(String version) {
    JsonNode config = schema(Crds.core().get(2), version);

    JsonNode template = schema(Crds.core().get(3), version);

    assertThat(template.at("/properties/spec/properties/template/properties/spec"))
        .isEqualTo(config.at("/properties/spec"));
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 11})
  void aTemplateForEksHasTheFieldsOfItsConfig(int config) {
    JsonNode fields = schema(Crds.core().get(config), "v1beta2").at("/properties/spec/properties");

    JsonNode template = schema(Crds.core().get(config + 1), "v1beta2");

    assertThat(template.at("/properties/spec/properties/template/properties/spec/properties"))
        .isEqualTo(fields);
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7})
  void theMachinesOfASetAreMachines(int group) {
    for (String version : List.of("v1beta1", "v1beta2")) {
      JsonNode machine = schema(Crds.core().get(5), version);

      JsonNode set = schema(Crds.core().get(group), version);

      assertThat(withoutWords(set.at("/properties/spec/properties/template/properties/spec")))
          .isEqualTo(withoutWords(machine.at("/properties/spec")));
    }
  }

  private static JsonNode withoutWords(JsonNode schema) {
    JsonNode copy = schema.deepCopy();
    copy.findParents("description").stream()
        .map(ObjectNode.class::cast)
        .filter(each -> each.path("description").isTextual())
        .forEach(each -> each.remove("description"));
    return copy;
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
