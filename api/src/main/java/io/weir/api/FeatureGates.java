package io.weir.api;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a manager can be told to do without, by the names that Cluster API gave to it.
 *
 * @param disabled what it does without
 */
public record FeatureGates(Set<Gate> disabled) {

  /** All there is. */
  public static final FeatureGates DEFAULT = new FeatureGates(Set.of());

  /** Something that a manager does unless it is told not to. */
  public enum Gate {
    /** Pools of machines, their infrastructure included. */
    MACHINE_POOL("MachinePool", "EXP_MACHINE_POOL"),
    /** Bootstrap data in Ignition's format. */
    IGNITION("KubeadmBootstrapFormatIgnition", "EXP_KUBEADM_BOOTSTRAP_FORMAT_IGNITION");

    private final String key;
    private final String variable;

    Gate(String key, String variable) {
      this.key = key;
      this.variable = variable;
    }

    /** The name in the option. */
    public String key() {
      return key;
    }
  }

  public FeatureGates {
    disabled = Set.copyOf(disabled);
  }

  /** All but these. */
  public static FeatureGates without(Gate... disabled) {
    return new FeatureGates(Set.of(disabled));
  }

  /**
   * Reads {@code Name=false,Other=true}. Of a name that comes twice the last one counts, as with
   * Cluster API; for one that does not come, the variable from which Cluster API's own manifests
   * are made, which counts as not set if it is empty.
   *
   * @param option the text
   * @param environment the variables
   * @throws IllegalArgumentException with one sentence for people, if a name or value is unknown
   */
  public static FeatureGates parse(String option, Map<String, String> environment) {
    Map<Gate, Boolean> enabled = fromEnvironment(environment);
    for (String part : option.split(",", -1)) {
      if (!part.isBlank()) {
        String[] said = part.strip().split("=", 2);
        Gate gate = gate(said[0].strip());
        String source = "--feature-gates sets %s to".formatted(gate.key());
        enabled.put(gate, isTrue(source, said.length == 2 ? said[1].strip() : ""));
      }
    }
    Set<Gate> disabled = EnumSet.noneOf(Gate.class);
    enabled.forEach(
        (gate, on) -> {
          if (!on) {
            disabled.add(gate);
          }
        });
    return new FeatureGates(disabled);
  }

  /** Whether the manager does it. */
  public boolean isEnabled(Gate gate) {
    return !disabled.contains(gate);
  }

  private static Map<Gate, Boolean> fromEnvironment(Map<String, String> environment) {
    var enabled = new EnumMap<Gate, Boolean>(Gate.class);
    for (Gate gate : Gate.values()) {
      Optional.ofNullable(environment.get(gate.variable))
          .map(String::strip)
          .filter(value -> !value.isEmpty())
          .ifPresent(
              value ->
                  enabled.put(gate, isTrue("the variable %s is".formatted(gate.variable), value)));
    }
    return enabled;
  }

  private static Gate gate(String name) {
    return Stream.of(Gate.values())
        .filter(gate -> gate.key.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--feature-gates names \"%s\": the feature gates are %s"
                        .formatted(
                            name,
                            Stream.of(Gate.values())
                                .map(Gate::key)
                                .collect(Collectors.joining(" and ")))));
  }

  private static boolean isTrue(String source, String value) {
    return switch (value) {
      case "true", "True", "TRUE", "t", "T", "1" -> true;
      case "false", "False", "FALSE", "f", "F", "0" -> false;
      case String other ->
          throw new IllegalArgumentException(
              "%s \"%s\": must be true or false".formatted(source, other));
    };
  }
}
