package io.weir.provider;

/**
 * How pools differ, as far as the manager must know. The contract kit proves each trait or its
 * opposite.
 *
 * @param needsBootstrapData whether instances need bootstrap data; if not, the manager reads none
 * @param autoscaled whether the cloud decides the size: the manager then marks the MachinePool as
 *     externally autoscaled and copies the cloud's size into it
 */
public record PoolTraits(boolean needsBootstrapData, boolean autoscaled) {}
