package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What v1beta1 does not show of a Machine. */
class MachineConversionTest {

  @Test
  void aChangeInTheOlderVersionLeavesWhatThatDoesNotShow() throws IOException {
    ObjectNode stored = machine("{\"minReadySeconds\": 5, \"version\": \"v1.35.0\"}");
    TreeFields.getOrCreate(stored, "status").put("phase", "Updating").put("failureDomain", "a");
    ObjectNode older = convert(stored, "v1beta1");
    TreeFields.getOrEmpty(older, "spec").put("version", "v1.35.1");
    TreeFields.getOrEmpty(older, "status").put("bootstrapReady", true);

    ObjectNode back = convert(older, "v1beta2");

    TreeFields.getOrEmpty(stored, "spec").put("version", "v1.35.1");
    TreeFields.getOrCreate(stored, "status", "initialization")
        .put("bootstrapDataSecretCreated", true);
    assertThat(back).isEqualTo(stored);
  }

  @Test
  void aPhaseThatTheOlderVersionSetsCounts() throws IOException {
    ObjectNode stored = machine("{}");
    TreeFields.getOrCreate(stored, "status").put("phase", "Updating");
    ObjectNode older = convert(stored, "v1beta1");
    TreeFields.getOrEmpty(older, "status").put("phase", "Failed");

    ObjectNode back = convert(older, "v1beta2");

    assertThat(back.at("/status/phase").asText()).isEqualTo("Failed");
  }

  @Test
  void whatTheStoredVersionRefusesToBeEmptyIsLeftOut() throws IOException {
    ObjectNode older =
        TestConversions.object(
            "cluster.x-k8s.io/v1beta1", "Machine", "{\"readinessGates\": [], \"version\": \"\"}");
    older.putObject("status").putObject("nodeRef").put("kind", "Node");

    ObjectNode hub = convert(older, "v1beta2");

    assertThat(hub.path("spec")).isEmpty();
    assertThat(hub.has("status")).isFalse();
  }

  private static ObjectNode machine(String spec) throws IOException {
    return TestConversions.object("cluster.x-k8s.io/v1beta2", "Machine", spec);
  }

  private static ObjectNode convert(ObjectNode object, String version) {
    return TestConversions.of(object).convert(object, version, TestConversions.INSTALLED);
  }
}
