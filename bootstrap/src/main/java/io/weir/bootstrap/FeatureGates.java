package io.weir.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a manager can be told to do without, by the names that Cluster API gave to it.
 *
 * @param ignition whether bootstrap data in Ignition's format is made, and asked for
 */
public record FeatureGates(boolean ignition) {

  /** The gate of Ignition's format. */
  public static final String IGNITION = "KubeadmBootstrapFormatIgnition";

  /** All there is. */
  public static final FeatureGates DEFAULT = new FeatureGates(true);

  /**
   * Reads {@code Name=false,Other=true}; what is not named is as by default, and of a name that
   * comes twice the last one counts, as with Cluster API.
   *
   * @throws IllegalArgumentException with one sentence for people, if a name or value is unknown
   */
  public static FeatureGates parse(String text) {
    FeatureGates gates = DEFAULT;
    for (String part : text.split(",", -1)) {
      if (!part.isBlank()) {
        gates = new FeatureGates(switchedOn(part.strip()));
      }
    }
    return gates;
  }

  private static boolean switchedOn(String part) {
    String[] said = part.split("=", 2);
    if (!said[0].strip().equals(IGNITION)) {
      throw new IllegalArgumentException(
          "--feature-gates names \"%s\": the only feature gate is %s"
              .formatted(said[0].strip(), IGNITION));
    }
    return switch (said.length == 2 ? said[1].strip() : "") {
      case "true", "True", "TRUE" -> true;
      case "false", "False", "FALSE" -> false;
      case String other ->
          throw new IllegalArgumentException(
              "--feature-gates sets %s to \"%s\": must be true or false"
                  .formatted(IGNITION, other));
    };
  }

  /**
   * Refuses a config that needs what is switched off.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   * @throws BootstrapDataException if it does
   */
  public void check(JsonNode spec) {
    if (ignition) {
      return;
    }
    if (spec.path("format").asText().equals("ignition")) {
      throw BootstrapDataException.notSupported("spec.format", "is ignition, " + off());
    }
    if (spec.hasNonNull("ignition")) {
      throw BootstrapDataException.notSupported("spec.ignition", "is set, " + off());
    }
  }

  private static String off() {
    return "which this manager's --feature-gates=%s=false disables; use cloud-config, or enable it"
        .formatted(IGNITION);
  }
}
