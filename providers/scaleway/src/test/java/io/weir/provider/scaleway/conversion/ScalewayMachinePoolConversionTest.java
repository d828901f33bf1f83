package io.weir.provider.scaleway.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.conversion.Conversion;
import io.weir.api.crdcheck.SampleObjects;
import io.weir.provider.scaleway.ScalewayProviderFactory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalewayMachinePoolConversionTest {
  private final Conversion conversion = new ScalewayProviderFactory().conversions().getFirst();

  @Nested
  class ToTheOlderVersion {
    @Test
    void theStatusBecomesAFlagAndANumber() throws Exception {
      ObjectNode older = convert(sample(), "v1alpha1");

      assertThat(older.path("apiVersion").asText())
          .isEqualTo("infrastructure.cluster.x-k8s.io/v1alpha1");
      assertThat(older.path("spec")).isEqualTo(sample().path("spec"));
      assertThat(older.path("status")).isEqualTo(json("{\"ready\": true, \"replicas\": 3}"));
    }

    @Test
    void theFlagThatItRequiresIsThere() throws Exception {
      ObjectNode pool = sample();
      pool.replace("status", json("{\"replicas\": 1}"));

      assertThat(convert(pool, "v1alpha1").path("status"))
          .isEqualTo(json("{\"ready\": false, \"replicas\": 1}"));
    }
  }

  @Nested
  class ToTheStoredVersion {
    @Test
    void emptyObjectsAreLeftOut() throws Exception {
      ObjectNode older =
          older(
              """
              {"nodeType": "GP1-XS", "zone": "fr-par-1", "scaling": {}, "upgradePolicy": {},
               "placementGroupID": "", "additionalTags": [], "rootVolumeSizeGB": 0}
              """,
              "{\"ready\": false}");

      ObjectNode pool = convert(older, "v1alpha2");

      assertThat(pool.path("spec"))
          .isEqualTo(json("{\"nodeType\": \"GP1-XS\", \"zone\": \"fr-par-1\"}"));
      assertThat(pool.has("status")).isFalse();
    }

    @Test
    void theFlagIsAlsoTheOneThatStays() throws Exception {
      ObjectNode older =
          older("{\"nodeType\": \"GP1-XS\", \"zone\": \"fr-par-1\"}", "{\"ready\": true}");

      assertThat(convert(older, "v1alpha2").path("status"))
          .isEqualTo(json("{\"ready\": true, \"initialization\": {\"provisioned\": true}}"));
    }
  }

  @Nested
  class ThereAndBack {
    @Test
    void nothingIsLost() throws Exception {
      ObjectNode older = convert(sample(), "v1alpha1");

      assertThat(convert(older, "v1alpha2")).isEqualTo(sample());
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "status", "metadata"})
    void norOfAPart(String missing) throws Exception {
      ObjectNode pool = sample();
      pool.remove(missing);

      ObjectNode back = convert(convert(pool, "v1alpha1"), "v1alpha2");

      back.remove("metadata");
      pool.remove("metadata");
      assertThat(back).isEqualTo(pool);
    }

    @Test
    void whatTheOlderVersionChangesCountsAndTheRestIsKept() throws Exception {
      ObjectNode older = convert(sample(), "v1alpha1");
      SampleObjects.change(older, "/spec/scaling/maxSize", "9");
      SampleObjects.change(older, "/status/replicas", "4");

      ObjectNode pool = convert(older, "v1alpha2");

      ObjectNode expected = sample();
      SampleObjects.change(expected, "/spec/scaling/maxSize", "9");
      SampleObjects.change(expected, "/status/replicas", "4");
      assertThat(pool).isEqualTo(expected);
      assertThat(pool.at("/metadata/annotations").has(MetadataKeys.CONVERSION_DATA)).isFalse();
    }

    @Test
    void aFieldThatTheOlderVersionTakesAwayIsGone() throws Exception {
      ObjectNode older = convert(sample(), "v1alpha1");
      SampleObjects.change(older, "/spec/scaling", "{}");
      SampleObjects.change(older, "/spec/kubeletArgs", "");

      JsonNode spec = convert(older, "v1alpha2").path("spec");

      assertThat(List.of(spec.has("scaling"), spec.has("kubeletArgs")))
          .containsExactly(false, false);
    }
  }

  private ObjectNode convert(ObjectNode object, String version) {
    return conversion.convert(object, version, _ -> Optional.empty());
  }

  private static ObjectNode sample() throws IOException {
    return SampleObjects.read(
        ScalewayMachinePoolConversionTest.class, "scalewaymanagedmachinepool");
  }

  private static ObjectNode older(String spec, String status) throws IOException {
    ObjectNode object = sample();
    object.put("apiVersion", "infrastructure.cluster.x-k8s.io/v1alpha1");
    object.set("spec", json(spec));
    object.set("status", json(status));
    return object;
  }

  private static JsonNode json(String text) throws IOException {
    return Json.MAPPER.readTree(text);
  }
}
