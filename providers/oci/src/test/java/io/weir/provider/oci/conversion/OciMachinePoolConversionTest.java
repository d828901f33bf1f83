package io.weir.provider.oci.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.conversion.Conversion;
import io.weir.provider.oci.OciProviderFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OciMachinePoolConversionTest {
  private static final String ENCRYPTION =
      "/spec/instanceConfiguration/isPvEncryptionInTransitEnabled";

  private final Conversion conversion = new OciProviderFactory().conversions().get(1);

  @Test
  void whatSaysNothingOfEncryptionIsNotTurnedOnByReadingItInTheOlderVersion() throws Exception {
    ObjectNode pool = pool("{\"shape\": \"VM.Standard2.1\"}");

    ObjectNode older = convert(pool, "v1beta1");

    // The older schema turns it on where nothing is said.
    assertThat(older.at(ENCRYPTION).asText()).isEqualTo("false");
    assertThat(convert(older, "v1beta2")).isEqualTo(pool);
  }

  @Test
  void whatTheOlderVersionTurnsOnIsOn() throws Exception {
    ObjectNode older = convert(pool("{\"shape\": \"VM.Standard2.1\"}"), "v1beta1");
    older.withObject("/spec/instanceConfiguration").put("isPvEncryptionInTransitEnabled", true);

    assertThat(convert(older, "v1beta2").at(ENCRYPTION).asBoolean()).isTrue();
  }

  private ObjectNode convert(ObjectNode object, String version) {
    return conversion.convert(object, version, _ -> Optional.empty());
  }

  private static ObjectNode pool(String configuration) throws Exception {
    ObjectNode pool = Json.MAPPER.createObjectNode();
    pool.put("apiVersion", "infrastructure.cluster.x-k8s.io/v1beta2").put("kind", "OCIMachinePool");
    pool.putObject("metadata").put("name", "workers").put("namespace", "default");
    pool.withObject("/spec").set("instanceConfiguration", Json.MAPPER.readTree(configuration));
    return pool;
  }
}
