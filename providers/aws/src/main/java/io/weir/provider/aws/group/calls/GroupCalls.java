package io.weir.provider.aws.group.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.CompleteLifecycleActionRequest;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsResponse;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksResponse;
import software.amazon.awssdk.services.autoscaling.model.DescribeScalingActivitiesRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeScalingActivitiesResponse;
import software.amazon.awssdk.services.autoscaling.model.PutLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.RecordLifecycleActionHeartbeatRequest;
import software.amazon.awssdk.services.autoscaling.model.ResumeProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.SuspendProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.TerminateInstanceInAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;

/** Calls about Auto Scaling groups. */
public interface GroupCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<AutoScalingClient> AUTO_SCALING =
      AwsService.of(AutoScalingClient.class, AutoScalingClient::builder);

  default DescribeAutoScalingGroupsResponse describeGroups(DescribeAutoScalingGroupsRequest request)
      throws ProviderException {
    return session()
        .read(
            AUTO_SCALING,
            "DescribeAutoScalingGroups",
            AutoScalingClient::describeAutoScalingGroups,
            request);
  }

  default DescribeScalingActivitiesResponse describeActivities(
      DescribeScalingActivitiesRequest request) throws ProviderException {
    return session()
        .readOnce(
            AUTO_SCALING,
            "DescribeScalingActivities",
            AutoScalingClient::describeScalingActivities,
            request);
  }

  default void createGroup(CreateAutoScalingGroupRequest request) throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "CreateAutoScalingGroup",
                AutoScalingClient::createAutoScalingGroup,
                request);
  }

  default void updateGroup(UpdateAutoScalingGroupRequest request) throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "UpdateAutoScalingGroup",
                AutoScalingClient::updateAutoScalingGroup,
                request);
  }

  default void terminateInstance(TerminateInstanceInAutoScalingGroupRequest request)
      throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "TerminateInstanceInAutoScalingGroup",
                AutoScalingClient::terminateInstanceInAutoScalingGroup,
                request);
  }

  default void deleteGroup(DeleteAutoScalingGroupRequest request) throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "DeleteAutoScalingGroup",
                AutoScalingClient::deleteAutoScalingGroup,
                request);
  }

  default DescribeLifecycleHooksResponse describeHooks(DescribeLifecycleHooksRequest request)
      throws ProviderException {
    return session()
        .readOnce(
            AUTO_SCALING,
            "DescribeLifecycleHooks",
            AutoScalingClient::describeLifecycleHooks,
            request);
  }

  default void putHook(PutLifecycleHookRequest request) throws ProviderException {
    var _ =
        session()
            .write(AUTO_SCALING, "PutLifecycleHook", AutoScalingClient::putLifecycleHook, request);
  }

  default void deleteHook(DeleteLifecycleHookRequest request) throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "DeleteLifecycleHook",
                AutoScalingClient::deleteLifecycleHook,
                request);
  }

  default void completeLifecycleAction(CompleteLifecycleActionRequest request)
      throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "CompleteLifecycleAction",
                AutoScalingClient::completeLifecycleAction,
                request);
  }

  default void recordHeartbeat(RecordLifecycleActionHeartbeatRequest request)
      throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "RecordLifecycleActionHeartbeat",
                AutoScalingClient::recordLifecycleActionHeartbeat,
                request);
  }

  default void suspendProcesses(SuspendProcessesRequest request) throws ProviderException {
    var _ =
        session()
            .write(AUTO_SCALING, "SuspendProcesses", AutoScalingClient::suspendProcesses, request);
  }

  default void resumeProcesses(ResumeProcessesRequest request) throws ProviderException {
    var _ =
        session()
            .write(AUTO_SCALING, "ResumeProcesses", AutoScalingClient::resumeProcesses, request);
  }

  default void tagGroups(CreateOrUpdateTagsRequest request) throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING, "CreateOrUpdateTags", AutoScalingClient::createOrUpdateTags, request);
  }

  default void untagGroups(DeleteTagsRequest request) throws ProviderException {
    var _ = session().write(AUTO_SCALING, "DeleteTags", AutoScalingClient::deleteTags, request);
  }
}
