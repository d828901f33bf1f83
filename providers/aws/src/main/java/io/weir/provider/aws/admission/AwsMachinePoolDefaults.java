package io.weir.provider.aws.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GoDuration;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import java.math.BigDecimal;

/** What is filled in when an AWSMachinePool is written. */
final class AwsMachinePoolDefaults {

  /** As Go writes 300 seconds, so that others who fill it in write the same. */
  private static final String FIVE_MINUTES = "5m0s";

  private static final String IGNITION_VERSION = "2.3";

  private AwsMachinePoolDefaults() {}

  static void fill(ObjectNode pool, AdmissionRequest admissionRequest) {
    JsonDefaults.find(pool, "spec")
        .ifPresent(
            spec -> {
              fillDuration(spec, "defaultCoolDown");
              fillDuration(spec, "defaultInstanceWarmup");
            });
    // The definition of the kind has filled in the place of the payload already. Where it is the
    // user data itself, any version of the wrapper will do and none is needed.
    JsonDefaults.find(pool, "spec", "ignition")
        .filter(ignition -> !"UnencryptedUserData".equals(ignition.path("storageType").asText()))
        .ifPresent(ignition -> JsonDefaults.putIfBlank(ignition, "version", IGNITION_VERSION));
  }

  private static void fillDuration(ObjectNode spec, String name) {
    JsonNode given = spec.path(name);
    boolean zero =
        given.isTextual()
            && GoDuration.parseSeconds(given.textValue())
                .filter(seconds -> seconds.abs().compareTo(BigDecimal.ONE) < 0)
                .isPresent();
    if (zero) {
      spec.put(name, FIVE_MINUTES);
    } else {
      JsonDefaults.putIfBlank(spec, name, FIVE_MINUTES);
    }
  }
}
