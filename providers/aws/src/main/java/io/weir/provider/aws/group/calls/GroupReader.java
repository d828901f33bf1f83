package io.weir.provider.aws.group.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.Chunks;
import io.weir.provider.aws.account.calls.TokenPages;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.group.ObservedGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.Filter;

/** Reads groups, a page a call. */
public record GroupReader(GroupCalls calls) {

  /** AWS's limit, for records in a page and for names in a request. */
  private static final int PAGE = 100;

  /**
   * A page of groups.
   *
   * @param next token for the next page; empty on the last page, however full that is or short
   */
  public record GroupPage(List<ObservedGroup> groups, Optional<String> next) {
    public GroupPage {
      groups = List.copyOf(groups);
    }
  }

  /** Those of one list, to be followed. */
  public static TokenPages pages() {
    return new TokenPages("DescribeAutoScalingGroups");
  }

  /**
   * The groups that carry the tag of nodes.
   *
   * @param from what the page before named as its next; empty for the first
   */
  public GroupPage readOwned(Optional<String> from) throws ProviderException {
    var role =
        Filter.builder()
            .name("tag:" + AwsMetadataKeys.ROLE_TAG)
            .values(AwsMetadataKeys.NODE_ROLE)
            .build();
    return page(DescribeAutoScalingGroupsRequest.builder().filters(role), from);
  }

  /** The groups of these names, whoever owns them. */
  public Map<String, ObservedGroup> readNamed(Collection<String> names) throws ProviderException {
    var groups = new TreeMap<String, ObservedGroup>();
    for (List<String> some : Chunks.of(names, PAGE)) {
      var request = DescribeAutoScalingGroupsRequest.builder().autoScalingGroupNames(some);
      TokenPages pages = pages();
      Optional<String> next = Optional.empty();
      do {
        GroupPage page = page(request, next);
        page.groups().forEach(group -> groups.put(group.name(), group));
        next = pages.next(page.next().orElse(null));
      } while (next.isPresent());
    }
    return groups;
  }

  private GroupPage page(DescribeAutoScalingGroupsRequest.Builder request, Optional<String> from)
      throws ProviderException {
    var answer =
        calls.describeGroups(request.maxRecords(PAGE).nextToken(from.orElse(null)).build());
    return new GroupPage(
        answer.autoScalingGroups().stream().map(GroupConverter::fromSdk).toList(),
        Optional.ofNullable(answer.nextToken()).filter(token -> !token.isEmpty()));
  }
}
