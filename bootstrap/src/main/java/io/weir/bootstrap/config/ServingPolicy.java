package io.weir.bootstrap.config;

import io.weir.api.FeatureGates;

/**
 * Which KubeadmConfigs are made data for, beside the filter that all controllers share. Those of
 * pools always are, those of control planes never.
 *
 * @param gates what may not be asked for
 * @param machines whose single Machines are served
 */
public record ServingPolicy(FeatureGates gates, ServedMachines machines) {

  /** As without options. */
  public static final ServingPolicy DEFAULT =
      new ServingPolicy(FeatureGates.DEFAULT, ServedMachines.ATTACHED);

  /** Whose workers that are single Machines are served. */
  public enum ServedMachines {
    /**
     * Those of Clusters without a control plane object. Whoever runs a control plane as Machines
     * serves all Machines of the Cluster, and two must not serve the same.
     */
    ATTACHED,
    /** Those of all Clusters: nobody else serves them, say because control planes are hosted. */
    ALWAYS;

    /**
     * Reads the option's value.
     *
     * @throws IllegalArgumentException with one sentence for people, if it is another
     */
    public static ServedMachines parse(String text) {
      return switch (text) {
        case "attached" -> ATTACHED;
        case "always" -> ALWAYS;
        default ->
            throw new IllegalArgumentException(
                "--serve-machines is \"%s\": must be attached or always".formatted(text));
      };
    }
  }
}
