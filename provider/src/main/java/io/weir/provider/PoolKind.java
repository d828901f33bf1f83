package io.weir.provider;

import io.weir.api.GroupKind;
import java.util.Set;

/**
 * An infrastructure pool kind.
 *
 * @param groupKind what {@code MachinePool.spec.template.spec.infrastructureRef} names
 * @param finalizer the finalizer that keeps the object until its cloud objects are gone
 * @param formerFinalizers those that Cluster API's own provider of the kind set before it came to
 *     {@code finalizer}, which replaces them
 * @param conditionStyle the form of its conditions
 * @param nameUniqueness whether names are unique in the cloud
 */
public record PoolKind(
    GroupKind groupKind,
    String finalizer,
    Set<String> formerFinalizers,
    ConditionStyle conditionStyle,
    NameUniqueness nameUniqueness) {
  public PoolKind {
    formerFinalizers = Set.copyOf(formerFinalizers);
  }

  /** A kind of contract v1beta1 whose names are unique. */
  public PoolKind(GroupKind groupKind, String finalizer) {
    this(groupKind, finalizer, Set.of(), ConditionStyle.WITH_SEVERITY, NameUniqueness.UNIQUE);
  }

  /** Forms of conditions. */
  public enum ConditionStyle {
    /** Contract v1beta1: a severity, a reason unless True. */
    WITH_SEVERITY,
    /** Kubernetes' own: always a reason, no severity. */
    WITH_REASON
  }

  /** What the cloud does when a name is already taken. */
  public enum NameUniqueness {
    /**
     * It refuses a second object of the same name, so creating is safe even on an old observation.
     */
    UNIQUE,
    /** It creates a second one: a provider must track what it has created. */
    SHARED
  }
}
