package io.weir.provider.aws;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.machinepool.calls.PoolCalls;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.ec2.model.CreateTagsRequest;

/**
 * Tags as people set them with AWS's own tools.
 *
 * @param aws their calls
 */
record ExternalTags(PoolCalls aws) {

  /** Removes tags of a group and adds others. */
  void replaceOnGroup(String name, Set<String> gone, Map<String, String> added)
      throws ProviderException {
    aws.untagGroups(
        DeleteTagsRequest.builder()
            .tags(gone.stream().map(key -> onGroup(name).key(key).build()).toList())
            .build());
    if (!added.isEmpty()) {
      aws.tagGroups(
          CreateOrUpdateTagsRequest.builder()
              .tags(
                  added.entrySet().stream()
                      .map(tag -> onGroup(name).key(tag.getKey()).value(tag.getValue()).build())
                      .toList())
              .build());
    }
  }

  private static Tag.Builder onGroup(String name) {
    return Tag.builder()
        .resourceType("auto-scaling-group")
        .resourceId(name)
        .propagateAtLaunch(false);
  }

  /** Removes tags of a launch template and adds others. */
  void replaceOnTemplate(String id, Set<String> gone, Map<String, String> added)
      throws ProviderException {
    aws.untag(
        software.amazon.awssdk.services.ec2.model.DeleteTagsRequest.builder()
            .resources(id)
            .tags(gone.stream().map(ExternalTags::onTemplate).toList())
            .build());
    if (!added.isEmpty()) {
      aws.tag(
          CreateTagsRequest.builder()
              .resources(id)
              .tags(
                  added.entrySet().stream()
                      .map(
                          tag -> onTemplate(tag.getKey()).toBuilder().value(tag.getValue()).build())
                      .toList())
              .build());
    }
  }

  private static software.amazon.awssdk.services.ec2.model.Tag onTemplate(String key) {
    return software.amazon.awssdk.services.ec2.model.Tag.builder().key(key).build();
  }
}
