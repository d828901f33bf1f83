package io.weir.provider.aws.network.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.TokenPages;
import io.weir.provider.aws.network.NetworkQuery;
import io.weir.provider.aws.network.NetworkQuery.FoundResources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Answers what must be known of where instances are and who reaches them. */
public record NetworkReader(NetworkCalls calls) {

  /** Answers a question. */
  public FoundResources read(NetworkQuery query) throws ProviderException {
    return switch (query) {
      case NetworkQuery.SubnetsWhere where -> subnets(where);
      case NetworkQuery.SecurityGroupsWhere where -> securityGroups(where);
    };
  }

  private FoundResources subnets(NetworkQuery.SubnetsWhere query) throws ProviderException {
    var request = DescribeSubnetsRequest.builder().filters(filters(query.filters()));
    var found = new TreeMap<String, Map<String, String>>();
    var pages = new TokenPages("DescribeSubnets");
    Optional<String> next = Optional.empty();
    do {
      var page = calls.describeSubnets(request.nextToken(next.orElse(null)).build());
      page.subnets().forEach(subnet -> found.put(subnet.subnetId(), tags(subnet.tags())));
      next = pages.next(page.nextToken());
    } while (next.isPresent());
    return found(found);
  }

  private FoundResources securityGroups(NetworkQuery.SecurityGroupsWhere query)
      throws ProviderException {
    var request = DescribeSecurityGroupsRequest.builder().filters(filters(query.filters()));
    var found = new TreeMap<String, Map<String, String>>();
    var pages = new TokenPages("DescribeSecurityGroups");
    Optional<String> next = Optional.empty();
    do {
      var page = calls.describeSecurityGroups(request.nextToken(next.orElse(null)).build());
      page.securityGroups().forEach(group -> found.put(group.groupId(), tags(group.tags())));
      next = pages.next(page.nextToken());
    } while (next.isPresent());
    return found(found);
  }

  private static FoundResources found(Map<String, Map<String, String>> byId) {
    return new FoundResources(
        byId.entrySet().stream()
            .map(entry -> new FoundResources.Resource(entry.getKey(), entry.getValue()))
            .toList());
  }

  /** Tags by their keys. */
  public static Map<String, String> tags(List<Tag> tags) {
    var read = new HashMap<String, String>();
    tags.forEach(tag -> read.put(tag.key(), tag.value()));
    return read;
  }

  private static List<Filter> filters(List<NetworkQuery.Filter> filters) {
    return filters.stream()
        .map(each -> Filter.builder().name(each.name()).values(each.values()).build())
        .toList();
  }
}
