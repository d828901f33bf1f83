package io.weir.provider.aws.group;

import io.weir.api.conditions.Condition;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.tag.DesiredTags;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an Auto Scaling group should be.
 *
 * @param name unique in account and region
 * @param size instances that MachinePool spec.replicas asks for, kept within the group's bounds
 * @param settings what it should be, its template and tags apart
 * @param tags of the group itself; it hands none on to instances
 * @param clampReason why size is not what was asked for; empty if it is
 * @param ignoredPlacement which wish about places another one overrides; empty if none
 */
public record DesiredGroup(
    String name,
    int size,
    GroupSettings settings,
    DesiredTags tags,
    Optional<String> clampReason,
    Optional<String> ignoredPlacement) {

  /**
   * The same with instances of the types and in the subnets that the group has: those that are
   * wanted may not go with what instances are made from as yet.
   */
  public DesiredGroup withPlacementOf(ObservedGroup seen) {
    return new DesiredGroup(
        name, size, settings.withPlacementOf(seen), tags, clampReason, ignoredPlacement);
  }

  /**
   * The same at another size, which need not be that of the MachinePool.
   *
   * @param max the largest size that the group has meanwhile
   * @param capacity what is to be sent as the size; empty if none is
   */
  DesiredGroup resized(int max, OptionalInt capacity) {
    return new DesiredGroup(
        name,
        size,
        settings.withMaxAndCapacity(max, capacity.isPresent() ? capacity.getAsInt() : null),
        tags,
        clampReason,
        ignoredPlacement);
  }

  /** Whether MachinePool spec.replicas lies within the group's bounds. */
  public Condition sizeCondition() {
    return clampReason
        .map(
            why ->
                Condition.ofFalse(
                    AwsConditions.REPLICAS_IN_RANGE,
                    AwsConditions.WARNING,
                    AwsConditions.REPLICAS_CLAMPED,
                    why))
        .orElseGet(() -> Condition.ofTrue(AwsConditions.REPLICAS_IN_RANGE));
  }
}
