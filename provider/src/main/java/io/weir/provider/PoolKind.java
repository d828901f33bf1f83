package io.weir.provider;

import io.weir.api.GroupKind;
import java.util.Set;

/**
 * An infrastructure pool kind.
 *
 * @param groupKind what {@code MachinePool.spec.template.spec.infrastructureRef} names
 * @param finalizer the finalizer that keeps the object until its cloud objects are gone
 * @param former finalizers of earlier releases, which {@code finalizer} replaces
 * @param conditions the form of its conditions
 * @param names whether names are unique in the cloud
 */
public record PoolKind(
    GroupKind groupKind, String finalizer, Set<String> former, Conditions conditions, Names names) {
  public PoolKind {
    former = Set.copyOf(former);
  }

  /** A kind of contract v1beta1 whose names are unique. */
  public PoolKind(GroupKind groupKind, String finalizer) {
    this(groupKind, finalizer, Set.of(), Conditions.WITH_SEVERITY, Names.UNIQUE);
  }

  /** Forms of conditions. */
  public enum Conditions {
    /** Contract v1beta1: a severity, a reason unless True. */
    WITH_SEVERITY,
    /** Kubernetes' own: always a reason, no severity. */
    WITH_REASON
  }

  /** What the cloud does when a name is already taken. */
  public enum Names {
    /**
     * It refuses a second object of the same name, so creating is safe even on an old observation.
     */
    UNIQUE,
    /** It creates a second one: a provider must track what it has created. */
    SHARED
  }
}
