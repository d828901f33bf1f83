package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;

/** What is filled in of machines, whoever they belong to. */
final class MachineDefaults {

  private static final int NODE_DELETION_TIMEOUT_SECONDS = 10;

  private MachineDefaults() {}

  /** The label of the cluster that an object names. */
  static void labelCluster(ObjectNode object) {
    String cluster = ObjectField.of(object).at("spec", "clusterName").text();
    if (!cluster.isEmpty()) {
      JsonDefaults.getOrCreate(object, "metadata")
          .ifPresent(metadata -> label(metadata, MetadataKeys.CLUSTER_NAME, cluster));
    }
  }

  /** A label of an object, or of a template. */
  static void label(ObjectNode metadata, String key, String value) {
    JsonDefaults.getOrCreate(metadata, "labels").ifPresent(labels -> labels.put(key, value));
  }

  /** The {@code v} of its version. What is no version at all is refused as it was written. */
  static void completeVersion(ObjectNode machine) {
    String version = machine.path("version").asText("");
    if (machine.path("version").isTextual() && version.matches("[0-9].*")) {
      machine.put("version", "v" + version);
    }
  }

  /** For how long it is tried to delete its Node. */
  static void limitNodeDeletion(ObjectNode machine) {
    JsonDefaults.getOrCreate(machine, "deletion")
        .filter(deletion -> JsonDefaults.isBlank(deletion, "nodeDeletionTimeoutSeconds"))
        .ifPresent(
            deletion -> deletion.put("nodeDeletionTimeoutSeconds", NODE_DELETION_TIMEOUT_SECONDS));
  }
}
