package io.weir.provider.oci.api;

import org.jspecify.annotations.Nullable;

/**
 * An instance pool. What instances are made from has Oracle's names and is read as a tree, but for
 * what every pool must say.
 *
 * @param spec what was asked for
 */
public record OciMachinePool(Spec spec) {

  public OciMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /** What was asked for. */
  public record Spec(InstanceConfiguration instanceConfiguration) {
    /** None of it set. */
    public static final Spec EMPTY = new Spec(InstanceConfiguration.EMPTY);

    public Spec {
      instanceConfiguration =
          instanceConfiguration == null ? InstanceConfiguration.EMPTY : instanceConfiguration;
    }
  }

  /**
   * What instances are made from.
   *
   * @param shape shape of the instances; Oracle Cloud requires one
   * @param dedicatedVmHostId a dedicated host, which no instance pool can use
   */
  public record InstanceConfiguration(@Nullable String shape, @Nullable String dedicatedVmHostId) {
    /** None of it set. */
    public static final InstanceConfiguration EMPTY = new InstanceConfiguration(null, null);
  }
}
