package io.weir.provider.aws.group.calls;

import io.weir.provider.aws.api.LifecycleHookNames;
import io.weir.provider.aws.group.GroupSettings.Hook;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.CompleteLifecycleActionRequest;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.PutLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.RecordLifecycleActionHeartbeatRequest;
import software.amazon.awssdk.services.autoscaling.model.ResumeProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.SuspendProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.Tag;

/** Hooks, processes and tags of groups in the SDK's words. */
final class GroupFeatureRequests {

  private static final String GROUP = "auto-scaling-group";

  private GroupFeatureRequests() {}

  /**
   * Puts a hook.
   *
   * @param known whether it is there: what is left out of a request then keeps its value, so what
   *     is not wanted any more must be sent empty
   */
  static PutLifecycleHookRequest put(String group, Hook hook, boolean known) {
    return PutLifecycleHookRequest.builder()
        .autoScalingGroupName(group)
        .lifecycleHookName(hook.name())
        .lifecycleTransition(hook.transition())
        .defaultResult(hook.defaultResult())
        .heartbeatTimeout(hook.timeout())
        .notificationMetadata(hook.metadata())
        .notificationTargetARN(orEmpty(hook.target(), known))
        .roleARN(hook.role())
        .build();
  }

  private static @Nullable String orEmpty(@Nullable String value, boolean known) {
    return value == null && known ? "" : value;
  }

  static DeleteLifecycleHookRequest deleteHook(String group, String hook) {
    return DeleteLifecycleHookRequest.builder()
        .autoScalingGroupName(group)
        .lifecycleHookName(hook)
        .build();
  }

  static CompleteLifecycleActionRequest completeTermination(String group, String instance) {
    return CompleteLifecycleActionRequest.builder()
        .autoScalingGroupName(group)
        .lifecycleHookName(LifecycleHookNames.DRAIN)
        .instanceId(instance)
        .lifecycleActionResult("CONTINUE")
        .build();
  }

  static RecordLifecycleActionHeartbeatRequest prolongTermination(String group, String instance) {
    return RecordLifecycleActionHeartbeatRequest.builder()
        .autoScalingGroupName(group)
        .lifecycleHookName(LifecycleHookNames.DRAIN)
        .instanceId(instance)
        .build();
  }

  static SuspendProcessesRequest suspend(String group, Collection<String> processes) {
    return SuspendProcessesRequest.builder()
        .autoScalingGroupName(group)
        .scalingProcesses(processes)
        .build();
  }

  static ResumeProcessesRequest resume(String group, Collection<String> processes) {
    return ResumeProcessesRequest.builder()
        .autoScalingGroupName(group)
        .scalingProcesses(processes)
        .build();
  }

  static CreateOrUpdateTagsRequest tag(
      String group, Map<String, String> tags, boolean alsoInstances) {
    return CreateOrUpdateTagsRequest.builder().tags(tags(group, tags, alsoInstances)).build();
  }

  static DeleteTagsRequest untag(String group, Collection<String> keys) {
    return DeleteTagsRequest.builder()
        .tags(
            keys.stream()
                .map(key -> Tag.builder().resourceType(GROUP).resourceId(group).key(key).build())
                .toList())
        .build();
  }

  static List<Tag> tags(String group, Map<String, String> tags) {
    return tags(group, tags, false);
  }

  private static List<Tag> tags(String group, Map<String, String> tags, boolean alsoInstances) {
    return tags.entrySet().stream()
        .map(
            tag ->
                Tag.builder()
                    .resourceType(GROUP)
                    .resourceId(group)
                    .key(tag.getKey())
                    .value(tag.getValue())
                    .propagateAtLaunch(alsoInstances)
                    .build())
        .toList();
  }
}
