package io.weir.provider.aws.group.calls;

import io.weir.provider.aws.group.DesiredGroup;
import io.weir.provider.aws.group.GroupSettings;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.group.GroupSettings.MixedPolicy;
import java.util.Optional;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.InstancesDistribution;
import software.amazon.awssdk.services.autoscaling.model.LaunchTemplateOverrides;
import software.amazon.awssdk.services.autoscaling.model.LaunchTemplateSpecification;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHookSpecification;
import software.amazon.awssdk.services.autoscaling.model.MixedInstancesPolicy;
import software.amazon.awssdk.services.autoscaling.model.TerminateInstanceInAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;

/** Groups in the SDK's words. */
final class GroupRequests {

  private static final String LATEST = "$Latest";

  private GroupRequests() {}

  static CreateAutoScalingGroupRequest create(DesiredGroup want, Optional<String> templateId) {
    GroupSettings group = want.settings();
    var request =
        CreateAutoScalingGroupRequest.builder()
            .autoScalingGroupName(want.name())
            .minSize(group.min())
            .maxSize(group.max())
            .desiredCapacity(group.capacity())
            .vpcZoneIdentifier(subnets(group))
            .defaultCooldown(group.cooldown())
            .defaultInstanceWarmup(group.warmup())
            .capacityRebalance(group.capacityRebalance())
            .tags(GroupFeatureRequests.tags(want.name(), want.tags().all()));
    if (!group.hooksAtCreation().isEmpty()) {
      request.lifecycleHookSpecificationList(
          group.hooksAtCreation().stream().map(GroupRequests::hook).toList());
    }
    var template = template(want.name(), templateId);
    if (group.mixed() == null) {
      request.launchTemplate(template);
    } else {
      request.mixedInstancesPolicy(policy(group.mixed(), template));
    }
    return request.build();
  }

  static UpdateAutoScalingGroupRequest update(
      DesiredGroup want, String templateId, boolean timers) {
    GroupSettings group = want.settings();
    var request =
        UpdateAutoScalingGroupRequest.builder()
            .autoScalingGroupName(want.name())
            .minSize(group.min())
            .maxSize(group.max())
            .desiredCapacity(group.capacity())
            .vpcZoneIdentifier(subnets(group))
            .capacityRebalance(group.capacityRebalance());
    if (timers) {
      request.defaultCooldown(group.cooldown()).defaultInstanceWarmup(group.warmup());
    }
    var template = template(want.name(), Optional.of(templateId));
    if (group.mixed() == null) {
      request.launchTemplate(template);
    } else {
      request.mixedInstancesPolicy(policy(group.mixed(), template));
    }
    return request.build();
  }

  static TerminateInstanceInAutoScalingGroupRequest terminate(String instance, boolean shrink) {
    return TerminateInstanceInAutoScalingGroupRequest.builder()
        .instanceId(instance)
        .shouldDecrementDesiredCapacity(shrink)
        .build();
  }

  /** Instances go with the group. */
  static DeleteAutoScalingGroupRequest delete(String name) {
    return DeleteAutoScalingGroupRequest.builder()
        .autoScalingGroupName(name)
        .forceDelete(true)
        .build();
  }

  private static LaunchTemplateSpecification template(String name, Optional<String> id) {
    var specification = LaunchTemplateSpecification.builder().version(LATEST);
    id.ifPresentOrElse(
        specification::launchTemplateId, () -> specification.launchTemplateName(name));
    return specification.build();
  }

  private static MixedInstancesPolicy policy(
      MixedPolicy mixed, LaunchTemplateSpecification template) {
    return MixedInstancesPolicy.builder()
        .instancesDistribution(
            InstancesDistribution.builder()
                .onDemandAllocationStrategy(mixed.onDemandStrategy())
                .spotAllocationStrategy(mixed.spotStrategy())
                .onDemandBaseCapacity(mixed.onDemandBase())
                .onDemandPercentageAboveBaseCapacity(mixed.onDemandPercentage())
                .build())
        .launchTemplate(
            launch ->
                launch
                    .launchTemplateSpecification(template)
                    .overrides(
                        mixed.instanceTypes().stream()
                            .map(
                                type ->
                                    LaunchTemplateOverrides.builder().instanceType(type).build())
                            .toList()))
        .build();
  }

  private static LifecycleHookSpecification hook(Hook hook) {
    return LifecycleHookSpecification.builder()
        .lifecycleHookName(hook.name())
        .lifecycleTransition(hook.transition())
        .defaultResult(hook.defaultResult())
        .heartbeatTimeout(hook.timeout())
        .notificationMetadata(hook.metadata())
        .notificationTargetARN(hook.target())
        .roleARN(hook.role())
        .build();
  }

  // Without the blank that the upstream provider puts after the comma: emulators take it for part
  // of the id.
  private static String subnets(GroupSettings group) {
    return String.join(",", group.subnets());
  }
}
