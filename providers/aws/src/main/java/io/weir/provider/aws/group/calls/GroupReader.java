package io.weir.provider.aws.group.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.Chunks;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.group.ObservedGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.Filter;

/** Reads groups, all pages. */
public record GroupReader(GroupCalls calls) {

  /** AWS's limit, for records in a page and for names in a request. */
  private static final int PAGE = 100;

  /** The groups that carry the tag of nodes, by name. */
  public Map<String, ObservedGroup> readOwned() throws ProviderException {
    var role =
        Filter.builder()
            .name("tag:" + AwsMetadataKeys.ROLE_TAG)
            .values(AwsMetadataKeys.NODE_ROLE)
            .build();
    return pages(DescribeAutoScalingGroupsRequest.builder().filters(role));
  }

  /** The groups of these names, whosesoever. */
  public Map<String, ObservedGroup> readNamed(Collection<String> names) throws ProviderException {
    var groups = new TreeMap<String, ObservedGroup>();
    for (List<String> some : Chunks.of(names, PAGE)) {
      groups.putAll(pages(DescribeAutoScalingGroupsRequest.builder().autoScalingGroupNames(some)));
    }
    return groups;
  }

  private Map<String, ObservedGroup> pages(DescribeAutoScalingGroupsRequest.Builder request)
      throws ProviderException {
    var groups = new TreeMap<String, ObservedGroup>();
    String next = null;
    do {
      var page = calls.describeGroups(request.maxRecords(PAGE).nextToken(next).build());
      page.autoScalingGroups()
          .forEach(
              group -> groups.put(group.autoScalingGroupName(), GroupConverter.fromSdk(group)));
      next = page.nextToken();
    } while (next != null && !next.isEmpty());
    return groups;
  }
}
