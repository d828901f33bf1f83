package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldManagersTest {

  @Test
  void isWhoElseHoldsTheFieldAlsoWhereItsKeyHasDots() throws Exception {
    assertThat(FieldManagers.of(object(), List.of("metadata.labels.example.org/team.name")))
        .contains("bot");
    assertThat(FieldManagers.of(object(), List.of("spec.other", "spec.replicas"))).contains("hpa");
  }

  @Test
  void isNobodyForWhatWeirHoldsOrNobodyDoes() throws Exception {
    assertThat(FieldManagers.of(object(), List.of("spec.providerIDList", "spec.template")))
        .isEmpty();
    assertThat(FieldManagers.of(Json.MAPPER.readTree("{}"), List.of("spec.replicas"))).isEmpty();
  }

  private static JsonNode object() throws Exception {
    return Json.MAPPER.readTree(
        """
        {"metadata": {"managedFields": [
          {"manager": "weir", "fieldsV1": {"f:spec": {"f:providerIDList": {}}}},
          {"manager": "bot", "fieldsV1": {"f:metadata": {"f:labels": {"f:example.org/team.name": {}}}}},
          {"manager": "hpa", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]}}
        """);
  }
}
