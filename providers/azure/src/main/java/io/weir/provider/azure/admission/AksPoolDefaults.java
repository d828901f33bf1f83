package io.weir.provider.azure.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.JsonDefaults;

/** What is filled in when an AzureManagedMachinePool is written. */
final class AksPoolDefaults implements AdmissionRule.Defaulter {

  /** Label that shows the mode, by which Cluster API's own provider finds System pools. */
  static final String MODE_LABEL =
      "azuremanagedmachinepool.infrastructure.cluster.x-k8s.io/agentpoolmode";

  @Override
  public void fill(ObjectNode pool, AdmissionRequest admissionRequest) {
    JsonDefaults.find(pool, "spec")
        .ifPresent(
            spec -> {
              fillSpec(spec);
              String name = pool.path("metadata").path("name").asText();
              if (!name.isEmpty()) {
                JsonDefaults.putIfBlank(spec, "name", name);
              }
              String mode = spec.path("mode").asText();
              if (!mode.isEmpty()) {
                JsonDefaults.getOrCreate(pool, "metadata")
                    .flatMap(metadata -> JsonDefaults.getOrCreate(metadata, "labels"))
                    .ifPresent(labels -> labels.put(MODE_LABEL, mode));
              }
            });
  }

  /** What a template gets as well. */
  static void fillSpec(ObjectNode spec) {
    JsonDefaults.putIfBlank(spec, "osType", "Linux");
  }
}
