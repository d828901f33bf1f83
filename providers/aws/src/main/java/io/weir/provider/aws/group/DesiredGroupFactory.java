package io.weir.provider.aws.group;

import io.weir.api.GoDuration;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSMachinePool;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.LifecycleHookNames;
import io.weir.provider.aws.api.MixedInstancesPolicy;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.group.GroupSettings.MixedPolicy;
import io.weir.provider.aws.tag.DesiredTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a pool's group should be.
 *
 * @param name the group's
 * @param pool what the pool says of it
 * @param replicas MachinePool spec.replicas
 * @param managedElsewhere whether somebody else decides the size
 * @param drainsCloudTerminations whether instances are held up at their end until they are drained
 * @param tags the group's own
 */
public record DesiredGroupFactory(
    String name,
    AWSMachinePool.Spec pool,
    @Nullable Integer replicas,
    boolean managedElsewhere,
    boolean drainsCloudTerminations,
    DesiredTags tags) {

  /**
   * Longer than a manager takes to be restarted. AWS waits a hundred times as long in all; whatever
   * the result, the instance ends.
   */
  private static final Hook DRAIN =
      new Hook(
          LifecycleHookNames.DRAIN,
          "autoscaling:EC2_INSTANCE_TERMINATING",
          "CONTINUE",
          1800,
          null,
          null,
          null);

  /** The webhooks' default, in seconds, for objects that no webhook saw. */
  private static final int DEFAULT_PAUSE_SECONDS = 300;

  /** The default of an omitted replicas field. */
  private static final int DEFAULT_REPLICAS = 1;

  /**
   * The group in these subnets.
   *
   * @param ignoredPlacement which wish about places another one overrides
   */
  public DesiredGroup create(List<String> subnets, Optional<String> ignoredPlacement)
      throws PrerequisiteException {
    GroupSettings settings = settings(subnets);
    return new DesiredGroup(
        name,
        size(),
        settings,
        tags,
        managedElsewhere ? Optional.empty() : clampReason(),
        ignoredPlacement);
  }

  private GroupSettings settings(List<String> subnets) throws PrerequisiteException {
    if (pool.minSize() > pool.maxSize()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "spec.minSize %d is larger than spec.maxSize %d; correct one of them"
              .formatted(pool.minSize(), pool.maxSize()));
    }
    return new GroupSettings(
        pool.minSize(),
        pool.maxSize(),
        managedElsewhere ? null : size(),
        subnets,
        seconds("spec.defaultCoolDown", pool.defaultCoolDown(), DEFAULT_PAUSE_SECONDS),
        seconds("spec.defaultInstanceWarmup", pool.defaultInstanceWarmup(), DEFAULT_PAUSE_SECONDS),
        pool.capacityRebalance(),
        mixed(pool.mixedInstancesPolicy()),
        hooks(),
        ScalingProcesses.toSuspend(pool.suspendProcesses()),
        ScalingProcesses.toResume(pool.suspendProcesses()));
  }

  /** Replicas within the group's bounds. */
  private int size() {
    return Math.clamp(asked(), pool.minSize(), pool.maxSize());
  }

  /** Why the size is not what was asked for. */
  private Optional<String> clampReason() {
    int asked = asked();
    if (asked > pool.maxSize()) {
      return Optional.of(
          ("MachinePool spec.replicas is %d, spec.maxSize is %d: the group is held at %d; "
                  + "raise maxSize or lower replicas")
              .formatted(asked, pool.maxSize(), pool.maxSize()));
    }
    if (asked < pool.minSize()) {
      return Optional.of(
          ("MachinePool spec.replicas is %d, spec.minSize is %d: the group is held at %d; "
                  + "lower minSize or raise replicas")
              .formatted(asked, pool.minSize(), pool.minSize()));
    }
    return Optional.empty();
  }

  private int asked() {
    return replicas == null ? DEFAULT_REPLICAS : replicas;
  }

  private static @Nullable MixedPolicy mixed(@Nullable MixedInstancesPolicy asked) {
    if (asked == null) {
      return null;
    }
    var types = asked.overrides().stream().map(each -> each.instanceType()).toList();
    var distribution = asked.instancesDistribution();
    return distribution == null
        ? new MixedPolicy(null, null, null, null, types)
        : new MixedPolicy(
            distribution.onDemandAllocationStrategy(),
            distribution.spotAllocationStrategy(),
            number(distribution.onDemandBaseCapacity()),
            number(distribution.onDemandPercentageAboveBaseCapacity()),
            types);
  }

  private static @Nullable Integer number(@Nullable Long value) {
    return value == null ? null : Math.toIntExact(value);
  }

  private List<Hook> hooks() throws PrerequisiteException {
    var hooks = new ArrayList<Hook>();
    if (drainsCloudTerminations) {
      hooks.add(DRAIN);
    }
    hooks.addAll(LifecycleHooks.of(pool.lifecycleHooks()));
    return hooks;
  }

  /** Whole seconds of a duration; absent, empty or zero for the default. */
  private static int seconds(String field, @Nullable String text, int otherwise)
      throws PrerequisiteException {
    if (text == null || text.isEmpty()) {
      return otherwise;
    }
    int seconds =
        GoDuration.parseSeconds(text)
            .filter(given -> given.signum() >= 0)
            .orElseThrow(
                () ->
                    PrerequisiteException.needsUserAction(
                        AwsReasons.INVALID,
                        field + " is " + text + "; write a duration such as 5m0s"))
            .intValue();
    return seconds == 0 ? otherwise : seconds;
  }
}
