package io.weir.provider.oci.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.conversion.Conversion;
import io.weir.api.crdcheck.SampleObjects;
import io.weir.provider.oci.OciProviderFactory;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OciManagedMachinePoolConversionTest {
  private final Conversion conversion = new OciProviderFactory().conversions().getFirst();

  @Test
  void theOlderVersionHasAllButCycling() throws Exception {
    ObjectNode older = convert(sample(), "v1beta1");

    ObjectNode expected = sample();
    expected.withObject("/spec").remove("nodePoolCyclingDetails");
    assertThat(older.path("spec")).isEqualTo(expected.path("spec"));
    assertThat(older.path("status")).isEqualTo(sample().path("status"));
  }

  @Test
  void nothingIsLostThereAndBack() throws Exception {
    assertThat(convert(convert(sample(), "v1beta1"), "v1beta2")).isEqualTo(sample());
  }

  @Test
  void whatTheOlderVersionChangesCountsAndCyclingIsKept() throws Exception {
    ObjectNode older = convert(sample(), "v1beta1");
    SampleObjects.change(older, "/spec/version", "\"v1.34.1\"");
    SampleObjects.change(older, "/spec/sshPublicKey", "");

    ObjectNode expected = sample();
    SampleObjects.change(expected, "/spec/version", "\"v1.34.1\"");
    SampleObjects.change(expected, "/spec/sshPublicKey", "");
    assertThat(convert(older, "v1beta2").path("spec")).isEqualTo(expected.path("spec"));
  }

  private ObjectNode convert(ObjectNode object, String version) {
    return conversion.convert(object, version, _ -> Optional.empty());
  }

  private static ObjectNode sample() throws IOException {
    return SampleObjects.read(OciManagedMachinePoolConversionTest.class, "ocimanagedmachinepool");
  }
}
