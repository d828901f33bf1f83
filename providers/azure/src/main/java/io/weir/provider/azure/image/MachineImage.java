package io.weir.provider.azure.image;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An image as a scale set refers to it.
 *
 * @param reference fields of {@code imageReference}
 * @param plan fields of the plan that it is bought under; empty if it is free
 */
public record MachineImage(Map<String, String> reference, Map<String, String> plan) {

  /** None. */
  public static final MachineImage NONE = new MachineImage(Map.of());

  public MachineImage {
    reference = Collections.unmodifiableMap(new TreeMap<>(reference));
    plan = Collections.unmodifiableMap(new TreeMap<>(plan));
  }

  MachineImage(Map<String, String> reference) {
    this(reference, Map.of());
  }

  static MachineImage ofMarketplace(String publisher, String offer, String sku, String version) {
    return new MachineImage(
        Map.of("publisher", publisher, "offer", offer, "sku", sku, "version", version));
  }

  MachineImage boughtUnder(String publisher, String offer, String sku) {
    return new MachineImage(
        reference, Map.of("publisher", publisher, "product", offer, "name", sku));
  }

  /** In ARM's form. */
  public ObjectNode referenceJson() {
    return Json.MAPPER.valueToTree(reference);
  }

  /** In ARM's form; empty if it is free. */
  public ObjectNode planJson() {
    return Json.MAPPER.valueToTree(plan);
  }
}
