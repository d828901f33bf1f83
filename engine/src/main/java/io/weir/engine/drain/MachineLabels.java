package io.weir.engine.drain;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.core.MachinePool;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** The labels that Machines of a pool have, by which people tell them apart. */
public final class MachineLabels {

  // FNV-1a of 32 bits.
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  private MachineLabels() {}

  /** Those of the template, its Cluster and the MachinePool itself. */
  public static Map<String, String> of(ApiObject machinePool) {
    var labels = new HashMap<String, String>();
    machinePool
        .at("/spec/template/metadata/labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    labels.put(MetadataKeys.CLUSTER_NAME, machinePool.as(MachinePool.class).spec().clusterName());
    labels.put(MetadataKeys.POOL_NAME, value(machinePool.name()));
    return Map.copyOf(labels);
  }

  /** A name that does not fit into a label is there as the hash that Cluster API makes of it. */
  public static String value(String name) {
    if (MetadataSyntax.isLabelValue(name)) {
      return name;
    }
    int hash = FNV_OFFSET;
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(hash).array();
    return "hash_%s_z".formatted(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }
}
