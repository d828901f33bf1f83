package io.weir.provider.aws.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.JsonDefaults;
import io.weir.provider.aws.api.EksKeys;

/** What is filled in when an AWSManagedMachinePool is written. */
final class ManagedPoolDefaults {

  private ManagedPoolDefaults() {}

  static void fill(ObjectNode pool, AdmissionRequest admissionRequest) {
    JsonDefaults.find(pool, "spec")
        .ifPresent(
            spec -> {
              fillName(spec, pool.path("metadata"));
              if (!spec.hasNonNull("updateConfig")) {
                spec.putObject("updateConfig").put("maxUnavailable", 1);
              }
            });
  }

  private static void fillName(ObjectNode spec, JsonNode metadata) {
    String name = metadata.path("name").asText("");
    // A name that is still to be generated is empty.
    if (!name.isEmpty()) {
      JsonDefaults.putIfBlank(
          spec,
          "eksNodegroupName",
          EksKeys.nodegroupName(metadata.path("namespace").asText("default"), name));
    }
  }
}
