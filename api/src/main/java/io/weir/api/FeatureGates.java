package io.weir.api;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a manager can be told to do or not to do, by the names that Cluster API and its providers
 * gave to it.
 *
 * @param enabled what it does
 */
public record FeatureGates(Set<Gate> enabled) {

  /** What a manager does that is told nothing. */
  public static final FeatureGates DEFAULT =
      new FeatureGates(
          Stream.of(Gate.values()).filter(gate -> gate.byDefault).collect(Collectors.toSet()));

  /** Something that a manager does, or does not, unless it is told otherwise. */
  public enum Gate {
    /** Pools of machines, their infrastructure included. */
    MACHINE_POOL("MachinePool", "EXP_MACHINE_POOL", true),
    /** Bootstrap data in Ignition's format. */
    IGNITION("KubeadmBootstrapFormatIgnition", "EXP_KUBEADM_BOOTSTRAP_FORMAT_IGNITION", true),
    /** Machines of an older model stay, where Cluster API's provider of the cloud has this gate. */
    SKIP_MODEL_RECONCILIATION(
        "SkipMachinePoolModelReconciliation", "EXP_SKIP_MACHINE_POOL_MODEL_RECONCILIATION", false);

    private final String key;
    private final String variable;
    private final boolean byDefault;

    Gate(String key, String variable, boolean byDefault) {
      this.key = key;
      this.variable = variable;
      this.byDefault = byDefault;
    }

    /** The name in the option. */
    public String key() {
      return key;
    }
  }

  public FeatureGates {
    enabled = Set.copyOf(enabled);
  }

  /** The default without these. */
  public static FeatureGates without(Gate... disabled) {
    Set<Gate> enabled = EnumSet.copyOf(DEFAULT.enabled);
    enabled.removeAll(Set.of(disabled));
    return new FeatureGates(enabled);
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
    return new FeatureGates(
        Stream.of(Gate.values())
            .filter(gate -> enabled.getOrDefault(gate, gate.byDefault))
            .collect(Collectors.toSet()));
  }

  /** Whether the manager does it. */
  public boolean isEnabled(Gate gate) {
    return enabled.contains(gate);
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
                                .collect(Collectors.joining(", ")))));
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
