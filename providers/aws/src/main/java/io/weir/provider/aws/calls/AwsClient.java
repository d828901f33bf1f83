package io.weir.provider.aws.calls;

import io.weir.provider.ProviderException;
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
 * Every AWS call that Weir makes, for one scope. Each method asks for one thing: no paging, and
 * only reads that fail for a moment are repeated. All throw a {@link ProviderException} sorted by
 * {@link AwsErrors}.
 */
public interface AwsClient {

  DescribeAutoScalingGroupsResponse describeGroups(DescribeAutoScalingGroupsRequest request)
      throws ProviderException;

  DescribeScalingActivitiesResponse describeActivities(DescribeScalingActivitiesRequest request)
      throws ProviderException;

  void createGroup(CreateAutoScalingGroupRequest request) throws ProviderException;

  void updateGroup(UpdateAutoScalingGroupRequest request) throws ProviderException;

  void deleteGroup(DeleteAutoScalingGroupRequest request) throws ProviderException;

  StartInstanceRefreshResponse startRefresh(StartInstanceRefreshRequest request)
      throws ProviderException;

  void cancelRefresh(CancelInstanceRefreshRequest request) throws ProviderException;

  DescribeInstanceRefreshesResponse describeRefreshes(DescribeInstanceRefreshesRequest request)
      throws ProviderException;

  DescribeLifecycleHooksResponse describeHooks(DescribeLifecycleHooksRequest request)
      throws ProviderException;

  void putHook(PutLifecycleHookRequest request) throws ProviderException;

  void deleteHook(DeleteLifecycleHookRequest request) throws ProviderException;

  void suspendProcesses(SuspendProcessesRequest request) throws ProviderException;

  void resumeProcesses(ResumeProcessesRequest request) throws ProviderException;

  void tagGroups(CreateOrUpdateTagsRequest request) throws ProviderException;

  void untagGroups(software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest request)
      throws ProviderException;

  void tag(CreateTagsRequest request) throws ProviderException;

  void untag(DeleteTagsRequest request) throws ProviderException;

  void deleteTemplateVersions(DeleteLaunchTemplateVersionsRequest request) throws ProviderException;

  DescribeLaunchTemplatesResponse describeTemplates(DescribeLaunchTemplatesRequest request)
      throws ProviderException;

  DescribeLaunchTemplateVersionsResponse describeTemplateVersions(
      DescribeLaunchTemplateVersionsRequest request) throws ProviderException;

  CreateLaunchTemplateResponse createTemplate(CreateLaunchTemplateRequest request)
      throws ProviderException;

  CreateLaunchTemplateVersionResponse createTemplateVersion(
      CreateLaunchTemplateVersionRequest request) throws ProviderException;

  void deleteTemplate(DeleteLaunchTemplateRequest request) throws ProviderException;

  DescribeImagesResponse describeImages(DescribeImagesRequest request) throws ProviderException;

  DescribeInstanceTypesResponse describeInstanceTypes(DescribeInstanceTypesRequest request)
      throws ProviderException;

  DescribeSubnetsResponse describeSubnets(DescribeSubnetsRequest request) throws ProviderException;

  DescribeSecurityGroupsResponse describeSecurityGroups(DescribeSecurityGroupsRequest request)
      throws ProviderException;
}
