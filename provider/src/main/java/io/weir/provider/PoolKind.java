package io.weir.provider;

import io.weir.api.GroupKind;

/**
 * An infrastructure pool kind.
 *
 * @param groupKind what {@code MachinePool.spec.template.spec.infrastructureRef} names
 * @param finalizer the finalizer that keeps the object until its cloud objects are gone
 */
public record PoolKind(GroupKind groupKind, String finalizer) {}
