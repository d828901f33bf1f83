package io.weir.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;

/** Refuses configs that ask for Ignition where it is switched off. */
public final class IgnitionGate {

  private IgnitionGate() {}

  /**
   * Refuses a config that needs what is switched off.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   * @throws BootstrapDataException if it does
   */
  public static void check(JsonNode spec, FeatureGates gates) {
    if (gates.isEnabled(Gate.IGNITION)) {
      return;
    }
    if (spec.path("format").asText().equals("ignition")) {
      throw BootstrapDataException.notSupported("spec.format", "is ignition, " + disabled());
    }
    if (spec.hasNonNull("ignition")) {
      throw BootstrapDataException.notSupported("spec.ignition", "is set, " + disabled());
    }
  }

  private static String disabled() {
    return "but this manager's feature gate %s is disabled; use cloud-config, or enable it"
        .formatted(Gate.IGNITION.key());
  }
}
