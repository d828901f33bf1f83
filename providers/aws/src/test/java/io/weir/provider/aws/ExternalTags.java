package io.weir.provider.aws;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.machinepool.calls.PoolCalls;
import java.util.Set;
import software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.Tag;

/**
 * Tags as people remove them with AWS's own tools.
 *
 * @param aws their calls
 */
record ExternalTags(PoolCalls aws) {

  /** Removes tags of a group. */
  void removeFromGroup(String name, Set<String> keys) throws ProviderException {
    aws.untagGroups(
        DeleteTagsRequest.builder()
            .tags(keys.stream().map(key -> onGroup(name, key)).toList())
            .build());
  }

  private static Tag onGroup(String name, String key) {
    return Tag.builder()
        .resourceType("auto-scaling-group")
        .resourceId(name)
        .propagateAtLaunch(false)
        .key(key)
        .build();
  }

  /** Removes tags of a launch template. */
  void removeFromTemplate(String id, Set<String> keys) throws ProviderException {
    aws.untag(
        software.amazon.awssdk.services.ec2.model.DeleteTagsRequest.builder()
            .resources(id)
            .tags(keys.stream().map(ExternalTags::onTemplate).toList())
            .build());
  }

  private static software.amazon.awssdk.services.ec2.model.Tag onTemplate(String key) {
    return software.amazon.awssdk.services.ec2.model.Tag.builder().key(key).build();
  }
}
