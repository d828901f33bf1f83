package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.autoscaling.model.CancelInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.SuspendProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.TerminateInstanceInAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionResponse;
import software.amazon.awssdk.services.ec2.model.CreateTagsRequest;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

/** Accepts every write, or refuses it, and names those that came. */
final class AcceptingAws implements PoolCalls {

  final List<String> calls = new ArrayList<>();
  Optional<ProviderException> failure = Optional.empty();

  @Override
  public AwsSession session() {
    throw new AssertionError("not answered here");
  }

  private void accept(String call) throws ProviderException {
    calls.add(call);
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  @Override
  public void tag(CreateTagsRequest request) throws ProviderException {
    accept("tag");
  }

  @Override
  public void untag(software.amazon.awssdk.services.ec2.model.DeleteTagsRequest request)
      throws ProviderException {
    accept("untag");
  }

  @Override
  public void tagGroups(CreateOrUpdateTagsRequest request) throws ProviderException {
    accept("tagGroups");
  }

  @Override
  public void untagGroups(DeleteTagsRequest request) throws ProviderException {
    accept("untagGroups");
  }

  @Override
  public CreateLaunchTemplateVersionResponse createTemplateVersion(
      CreateLaunchTemplateVersionRequest request) throws ProviderException {
    accept("createTemplateVersion");
    return CreateLaunchTemplateVersionResponse.builder()
        .launchTemplateVersion(version -> version.versionNumber(4L))
        .build();
  }

  @Override
  public void tryLaunch(RunInstancesRequest request) throws ProviderException {
    accept("tryLaunch");
  }

  @Override
  public void updateGroup(UpdateAutoScalingGroupRequest request) throws ProviderException {
    accept("updateGroup");
  }

  @Override
  public void terminateInstance(TerminateInstanceInAutoScalingGroupRequest request)
      throws ProviderException {
    accept("terminate " + request.instanceId() + " " + request.shouldDecrementDesiredCapacity());
  }

  @Override
  public void deleteGroup(DeleteAutoScalingGroupRequest request) throws ProviderException {
    accept("deleteGroup");
  }

  @Override
  public void suspendProcesses(SuspendProcessesRequest request) throws ProviderException {
    accept("suspendProcesses");
  }

  @Override
  public void cancelRefresh(CancelInstanceRefreshRequest request) throws ProviderException {
    accept("cancelRefresh");
  }
}
