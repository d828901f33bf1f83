package io.weir.provider.azure.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.crdcheck.SampleObjects;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AzureMachinePools as the documentation of Cluster API's own provider shows them. */
class PublishedManifestsTest {

  private static final Admission ADMISSION = AzureAdmissions.machinePool(GeneratedValues.random());

  @ParameterizedTest
  @ValueSource(strings = {"example", "flexible", "strategy"})
  void areAcceptedWithoutAWordAndKeepAllThatTheySay(String name) throws IOException {
    ObjectNode manifest = read(name);

    ObjectNode stored = ADMISSION.applyDefaults(new AdmissionRequest(manifest, Optional.empty()));

    var judged = new AdmissionRequest(stored, Optional.empty());
    assertThat(ADMISSION.violations(judged)).isEmpty();
    assertThat(ADMISSION.warnings(judged)).isEmpty();
    assertThat(SampleObjects.missingPaths(manifest, stored)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "flexible", "strategy"})
  void changeNothingWhenTheyAreAppliedAgain(String name) throws IOException {
    ObjectNode manifest = read(name);
    ObjectNode stored = ADMISSION.applyDefaults(new AdmissionRequest(manifest, Optional.empty()));

    ObjectNode again = ADMISSION.applyDefaults(new AdmissionRequest(manifest, Optional.of(stored)));

    assertThat(again).isEqualTo(stored);
  }

  private static ObjectNode read(String name) throws IOException {
    try (InputStream file =
        PublishedManifestsTest.class.getResourceAsStream("/manifests/" + name + ".yaml")) {
      return new YAMLMapper().readValue(file, ObjectNode.class);
    }
  }
}
