package io.weir.bootstrap.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The older version asks each partition for a layout, so that one with a disk layout says {@code
 * layout: false} as well. The stored version refuses both together: converted as it is, the object
 * could never be written in it again.
 */
final class DiskLayoutNormalization {

  private DiskLayoutNormalization() {}

  /** Leaves a disk layout alone in its partition, wherever the layout beside it says nothing. */
  static void dropRedundantLayouts(JsonNode spec) {
    for (JsonNode partition : spec.at("/diskSetup/partitions")) {
      boolean said = partition.path("layout").asBoolean(true);
      if (partition instanceof ObjectNode tree && !said && !tree.path("diskLayout").isEmpty()) {
        tree.remove("layout");
      }
    }
  }
}
