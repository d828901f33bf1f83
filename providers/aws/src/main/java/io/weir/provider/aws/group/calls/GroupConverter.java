package io.weir.provider.aws.group.calls;

import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.GroupSettings.MixedPolicy;
import io.weir.provider.aws.group.ObservedGroup;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.autoscaling.model.LaunchTemplateSpecification;
import software.amazon.awssdk.services.autoscaling.model.LifecycleState;

/** Reads {@link ObservedGroup} from what the SDK returns. */
final class GroupConverter {

  private GroupConverter() {}

  static ObservedGroup fromSdk(AutoScalingGroup group) {
    var policy = group.mixedInstancesPolicy();
    return new ObservedGroup(
        group.autoScalingGroupName(),
        text(group.autoScalingGroupARN()),
        number(group.minSize()),
        number(group.maxSize()),
        number(group.desiredCapacity()),
        subnets(group.vpcZoneIdentifier()),
        Optional.ofNullable(
                policy == null || policy.launchTemplate() == null
                    ? group.launchTemplate()
                    : policy.launchTemplate().launchTemplateSpecification())
            .map(GroupConverter::reference),
        policy == null ? null : mixed(policy),
        Boolean.TRUE.equals(group.capacityRebalance()),
        number(group.defaultCooldown()),
        number(group.defaultInstanceWarmup()),
        text(group.status()),
        tags(group),
        group.instances().stream().map(GroupConverter::member).toList(),
        group.suspendedProcesses().stream()
            .map(process -> text(process.processName()))
            .collect(Collectors.toSet()));
  }

  private static MixedPolicy mixed(
      software.amazon.awssdk.services.autoscaling.model.MixedInstancesPolicy policy) {
    List<String> types =
        policy.launchTemplate() == null
            ? List.of()
            : policy.launchTemplate().overrides().stream()
                .map(override -> text(override.instanceType()))
                .toList();
    var distribution = policy.instancesDistribution();
    return distribution == null
        ? new MixedPolicy(null, null, null, null, types)
        : new MixedPolicy(
            distribution.onDemandAllocationStrategy(),
            distribution.spotAllocationStrategy(),
            distribution.onDemandBaseCapacity(),
            distribution.onDemandPercentageAboveBaseCapacity(),
            types);
  }

  private static ObservedGroup.TemplateReference reference(LaunchTemplateSpecification template) {
    return new ObservedGroup.TemplateReference(
        text(template.launchTemplateId()),
        text(template.launchTemplateName()),
        text(template.version()));
  }

  private static GroupInstance member(Instance instance) {
    var template = instance.launchTemplate();
    return new GroupInstance(
        new io.weir.provider.Instance(
            instance.instanceId(),
            "aws:///" + instance.availabilityZone() + "/" + instance.instanceId(),
            instance.availabilityZone(),
            state(instance.lifecycleState()),
            template == null ? "" : text(template.version())),
        counts(instance.lifecycleState()),
        template == null ? "" : text(template.launchTemplateId()));
  }

  /** Standby takes no traffic, but its machine runs on and so does its node. */
  private static io.weir.provider.Instance.State state(@Nullable LifecycleState state) {
    return switch (state == null ? LifecycleState.UNKNOWN_TO_SDK_VERSION : state) {
      case PENDING,
          PENDING_WAIT,
          PENDING_PROCEED,
          WARMED_PENDING,
          WARMED_PENDING_WAIT,
          WARMED_PENDING_PROCEED ->
          io.weir.provider.Instance.State.STARTING;
      case WARMED_RUNNING, WARMED_STOPPED, WARMED_HIBERNATED ->
          io.weir.provider.Instance.State.IDLE;
      case IN_SERVICE, STANDBY, ENTERING_STANDBY -> io.weir.provider.Instance.State.RUNNING;
      case TERMINATING_WAIT, WARMED_TERMINATING_WAIT -> io.weir.provider.Instance.State.HELD;
      default -> io.weir.provider.Instance.State.TERMINATING;
    };
  }

  private static boolean counts(@Nullable LifecycleState state) {
    return switch (state == null ? LifecycleState.UNKNOWN_TO_SDK_VERSION : state) {
      case IN_SERVICE, PENDING, PENDING_WAIT, PENDING_PROCEED -> true;
      default -> false;
    };
  }

  private static List<String> subnets(@Nullable String identifier) {
    return Arrays.stream(text(identifier).split(",", -1))
        .map(String::strip)
        .filter(id -> !id.isEmpty())
        .toList();
  }

  private static Map<String, String> tags(AutoScalingGroup group) {
    var tags = new HashMap<String, String>();
    group.tags().forEach(tag -> tags.put(tag.key(), text(tag.value())));
    return tags;
  }

  private static int number(@Nullable Integer value) {
    return value == null ? 0 : value;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
