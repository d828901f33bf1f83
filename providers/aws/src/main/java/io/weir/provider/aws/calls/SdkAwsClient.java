package io.weir.provider.aws.calls;

import io.weir.provider.CallGate;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import java.time.Duration;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.CancelInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsResponse;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesResponse;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksResponse;
import software.amazon.awssdk.services.autoscaling.model.DescribeScalingActivitiesRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeScalingActivitiesResponse;
import software.amazon.awssdk.services.autoscaling.model.PutLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.ResumeProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.StartInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.StartInstanceRefreshResponse;
import software.amazon.awssdk.services.autoscaling.model.SuspendProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateResponse;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionResponse;
import software.amazon.awssdk.services.ec2.model.CreateTagsRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DeleteTagsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeImagesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsResponse;

/**
 * The calls through the AWS SDK. Its retries are off: each request passes the gate, and no write is
 * repeated.
 */
final class SdkAwsClient implements AwsClient, AutoCloseable {

  private enum Effect {
    READ,
    WRITE
  }

  private final CloudScope cloudScope;
  private final CallGate gate;
  private final Ec2Client ec2;
  private final AutoScalingClient groups;

  SdkAwsClient(CloudScope cloudScope, CallGate gate, Ec2Client ec2, AutoScalingClient groups) {
    this.cloudScope = cloudScope;
    this.gate = gate;
    this.ec2 = ec2;
    this.groups = groups;
  }

  @Override
  public DescribeAutoScalingGroupsResponse describeGroups(DescribeAutoScalingGroupsRequest request)
      throws ProviderException {
    return read("DescribeAutoScalingGroups", groups::describeAutoScalingGroups, request);
  }

  @Override
  public DescribeScalingActivitiesResponse describeActivities(
      DescribeScalingActivitiesRequest request) throws ProviderException {
    return readOnce("DescribeScalingActivities", groups::describeScalingActivities, request);
  }

  @Override
  public void createGroup(CreateAutoScalingGroupRequest request) throws ProviderException {
    var _ = write("CreateAutoScalingGroup", groups::createAutoScalingGroup, request);
  }

  @Override
  public void updateGroup(UpdateAutoScalingGroupRequest request) throws ProviderException {
    var _ = write("UpdateAutoScalingGroup", groups::updateAutoScalingGroup, request);
  }

  @Override
  public void deleteGroup(DeleteAutoScalingGroupRequest request) throws ProviderException {
    var _ = write("DeleteAutoScalingGroup", groups::deleteAutoScalingGroup, request);
  }

  @Override
  public StartInstanceRefreshResponse startRefresh(StartInstanceRefreshRequest request)
      throws ProviderException {
    return write("StartInstanceRefresh", groups::startInstanceRefresh, request);
  }

  @Override
  public void cancelRefresh(CancelInstanceRefreshRequest request) throws ProviderException {
    var _ = write("CancelInstanceRefresh", groups::cancelInstanceRefresh, request);
  }

  @Override
  public DescribeInstanceRefreshesResponse describeRefreshes(
      DescribeInstanceRefreshesRequest request) throws ProviderException {
    return read("DescribeInstanceRefreshes", groups::describeInstanceRefreshes, request);
  }

  @Override
  public DescribeLifecycleHooksResponse describeHooks(DescribeLifecycleHooksRequest request)
      throws ProviderException {
    return readOnce("DescribeLifecycleHooks", groups::describeLifecycleHooks, request);
  }

  @Override
  public void putHook(PutLifecycleHookRequest request) throws ProviderException {
    var _ = write("PutLifecycleHook", groups::putLifecycleHook, request);
  }

  @Override
  public void deleteHook(DeleteLifecycleHookRequest request) throws ProviderException {
    var _ = write("DeleteLifecycleHook", groups::deleteLifecycleHook, request);
  }

  @Override
  public void suspendProcesses(SuspendProcessesRequest request) throws ProviderException {
    var _ = write("SuspendProcesses", groups::suspendProcesses, request);
  }

  @Override
  public void resumeProcesses(ResumeProcessesRequest request) throws ProviderException {
    var _ = write("ResumeProcesses", groups::resumeProcesses, request);
  }

  @Override
  public void tagGroups(CreateOrUpdateTagsRequest request) throws ProviderException {
    var _ = write("CreateOrUpdateTags", groups::createOrUpdateTags, request);
  }

  @Override
  public void untagGroups(
      software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest request)
      throws ProviderException {
    var _ = write("DeleteTags", groups::deleteTags, request);
  }

  @Override
  public void tag(CreateTagsRequest request) throws ProviderException {
    var _ = write("CreateTags", ec2::createTags, request);
  }

  @Override
  public void untag(DeleteTagsRequest request) throws ProviderException {
    var _ = write("DeleteTags", ec2::deleteTags, request);
  }

  @Override
  public void deleteTemplateVersions(DeleteLaunchTemplateVersionsRequest request)
      throws ProviderException {
    var _ = write("DeleteLaunchTemplateVersions", ec2::deleteLaunchTemplateVersions, request);
  }

  @Override
  public DescribeLaunchTemplatesResponse describeTemplates(DescribeLaunchTemplatesRequest request)
      throws ProviderException {
    return read("DescribeLaunchTemplates", ec2::describeLaunchTemplates, request);
  }

  @Override
  public DescribeLaunchTemplateVersionsResponse describeTemplateVersions(
      DescribeLaunchTemplateVersionsRequest request) throws ProviderException {
    return read("DescribeLaunchTemplateVersions", ec2::describeLaunchTemplateVersions, request);
  }

  @Override
  public CreateLaunchTemplateResponse createTemplate(CreateLaunchTemplateRequest request)
      throws ProviderException {
    return write("CreateLaunchTemplate", ec2::createLaunchTemplate, request);
  }

  @Override
  public CreateLaunchTemplateVersionResponse createTemplateVersion(
      CreateLaunchTemplateVersionRequest request) throws ProviderException {
    return write("CreateLaunchTemplateVersion", ec2::createLaunchTemplateVersion, request);
  }

  @Override
  public void deleteTemplate(DeleteLaunchTemplateRequest request) throws ProviderException {
    var _ = write("DeleteLaunchTemplate", ec2::deleteLaunchTemplate, request);
  }

  @Override
  public DescribeImagesResponse describeImages(DescribeImagesRequest request)
      throws ProviderException {
    return read("DescribeImages", ec2::describeImages, request);
  }

  @Override
  public DescribeInstanceTypesResponse describeInstanceTypes(DescribeInstanceTypesRequest request)
      throws ProviderException {
    return read("DescribeInstanceTypes", ec2::describeInstanceTypes, request);
  }

  @Override
  public DescribeSubnetsResponse describeSubnets(DescribeSubnetsRequest request)
      throws ProviderException {
    return read("DescribeSubnets", ec2::describeSubnets, request);
  }

  @Override
  public DescribeSecurityGroupsResponse describeSecurityGroups(
      DescribeSecurityGroupsRequest request) throws ProviderException {
    return read("DescribeSecurityGroups", ec2::describeSecurityGroups, request);
  }

  private <Q, A> A read(String api, Function<Q, A> call, Q request) throws ProviderException {
    return ReadRetry.run(() -> send(api, Effect.READ, call, request));
  }

  /** What a look asks of one group after the other, and can do without. */
  private <Q, A> A readOnce(String api, Function<Q, A> call, Q request) throws ProviderException {
    return send(api, Effect.READ, call, request);
  }

  private <Q, A> A write(String api, Function<Q, A> call, Q request) throws ProviderException {
    return send(api, Effect.WRITE, call, request);
  }

  private <Q, A> A send(String api, Effect effect, Function<Q, A> call, Q request)
      throws ProviderException {
    var cloudRequest = new CloudRequest(cloudScope, api);
    gate.beforeCall(cloudRequest);
    CallOutcome callOutcome = CallOutcome.FAILED;
    try {
      A answer = call.apply(request);
      callOutcome = CallOutcome.OK;
      return answer;
    } catch (SdkException failure) {
      var sorted = AwsErrors.toProviderException(api, effect == Effect.WRITE, failure);
      callOutcome =
          sorted instanceof ProviderException.Throttled
              ? new CallOutcome.Throttled(Duration.ZERO)
              : callOutcome;
      throw sorted;
    } finally {
      gate.afterCall(cloudRequest, callOutcome);
    }
  }

  @Override
  public void close() {
    ec2.close();
    groups.close();
  }
}
