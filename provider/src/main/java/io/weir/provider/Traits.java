package io.weir.provider;

/**
 * What the cloud does by itself, so that the engine does the rest.
 *
 * @param bootstrapData whether instances boot from kubeadm data
 * @param victims who picks the instances that go when a pool shrinks
 * @param rolls who replaces instances after a change
 * @param members where the list of members comes from
 */
public record Traits(boolean bootstrapData, By victims, By rolls, Members members) {

  /** Who does something. */
  public enum By {
    /** The cloud; Weir asks and watches. */
    CLOUD,
    /** Weir, instance by instance. */
    WEIR
  }

  /** Where the list of a pool's members comes from. */
  public enum Members {
    /** The cloud lists instances, each with its provider ID. */
    CLOUD,
    /** Only the workload cluster's Nodes tell. */
    NODES
  }
}
