package io.weir.sandbox.lifecycle;

import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.group.calls.GroupCalls;
import io.weir.sandbox.Sandbox;
import java.time.Clock;
import java.util.Map;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;

/** What people do in the sandbox's AWS past the manager. */
final class AwsConsole {

  private final GroupCalls client;

  static {
    // Where the SDK of AWS looks; every test in this JVM has the same account.
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
  }

  AwsConsole(Sandbox sandbox) {
    var settings = Map.of("endpoint", sandbox.simulator(AwsCloud.class).endpoint().toString());
    var providerContext = new ProviderContext(settings, new AllowAllGate(), Clock.systemUTC());
    var session =
        new AwsSessions(providerContext)
            .sessionFor(new CloudScope("aws", ClusterIdentities.OF_MANAGER, "us-east-1"));
    this.client = () -> session;
  }

  /** Changes the size of a group. */
  void resize(String group, int size) throws ProviderException {
    client.updateGroup(
        UpdateAutoScalingGroupRequest.builder()
            .autoScalingGroupName(group)
            .desiredCapacity(size)
            .build());
  }

  /** A group that must be there. */
  AutoScalingGroup group(String name) throws ProviderException {
    return client
        .describeGroups(
            DescribeAutoScalingGroupsRequest.builder().autoScalingGroupNames(name).build())
        .autoScalingGroups()
        .getFirst();
  }

  /** Sets a tag of a group. */
  void tagGroup(String name, String key, String value) throws ProviderException {
    client.tagGroups(
        CreateOrUpdateTagsRequest.builder()
            .tags(tag(name, key).value(value).propagateAtLaunch(false).build())
            .build());
  }

  /** Removes tags of a group. */
  void untagGroup(String name, String... keys) throws ProviderException {
    for (String key : keys) {
      client.untagGroups(DeleteTagsRequest.builder().tags(tag(name, key).build()).build());
    }
  }

  private static Tag.Builder tag(String group, String key) {
    return Tag.builder().resourceId(group).resourceType("auto-scaling-group").key(key);
  }

  /** Lets everything through. */
  private static final class AllowAllGate implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }
}
