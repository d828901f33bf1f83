package io.weir.provider;

/**
 * What the manager does otherwise for this pool. The contract kit proves each, or that its opposite
 * holds.
 *
 * @param bootstrapData whether instances boot from kubeadm data; the manager reads none otherwise
 * @param autoscaled whether the cloud decides the size by itself: the manager then marks the
 *     MachinePool as sized elsewhere, and writes the cloud's size into it
 */
public record Traits(boolean bootstrapData, boolean autoscaled) {}
