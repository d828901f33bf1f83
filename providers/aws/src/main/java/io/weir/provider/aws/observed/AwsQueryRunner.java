package io.weir.provider.aws.observed;

import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.aws.calls.PoolCalls;
import io.weir.provider.aws.desired.ImageQuery;
import io.weir.provider.aws.desired.ImageQuery.ImageResult;
import io.weir.provider.aws.desired.NetworkQuery;
import io.weir.provider.aws.desired.NetworkQuery.FoundResources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Answers what {@link io.weir.provider.aws.desired.AwsDesiredStateResolver} asks. */
public record AwsQueryRunner(PoolCalls calls) {

  /** Answers all questions, or none. */
  public Map<CloudQuery, QueryResult> run(Collection<CloudQuery> queries) throws ProviderException {
    var answers = new HashMap<CloudQuery, QueryResult>();
    var types = new ArrayList<ImageQuery.ArchitectureOf>();
    for (CloudQuery cloudQuery : queries) {
      switch (cloudQuery) {
        case ImageQuery.ArchitectureOf type -> types.add(type);
        case ImageQuery.ImageNamed named -> answers.put(named, named(named));
        case ImageQuery.ImageById byId -> answers.put(byId, byId(byId));
        case NetworkQuery network -> answers.put(network, resources(network));
        default -> throw new IllegalArgumentException("not asked of AWS: " + cloudQuery);
      }
    }
    answers.putAll(new ArchitectureReader(calls).read(types));
    return answers;
  }

  private FoundResources resources(NetworkQuery query) throws ProviderException {
    return switch (query) {
      case NetworkQuery.SubnetsWhere where -> subnets(where);
      case NetworkQuery.SecurityGroupsWhere where -> securityGroups(where);
    };
  }

  private ImageResult named(ImageQuery.ImageNamed query) throws ProviderException {
    var request =
        DescribeImagesRequest.builder()
            .filters(
                filter("owner-id", query.owner()),
                filter("name", query.namePattern()),
                filter("architecture", query.architecture()),
                filter("state", "available"),
                filter("virtualization-type", "hvm"));
    return newest(calls.describeImages(request.build()).images());
  }

  private ImageResult byId(ImageQuery.ImageById query) throws ProviderException {
    // A filter finds nothing where an id that does not exist would be an error.
    var request = DescribeImagesRequest.builder().filters(filter("image-id", query.id()));
    return newest(calls.describeImages(request.build()).images());
  }

  // Creation dates are ISO 8601 in UTC, so their texts sort as they do.
  private static ImageResult newest(List<software.amazon.awssdk.services.ec2.model.Image> images) {
    return new ImageResult(
        images.stream()
            .max(
                Comparator.comparing(
                    (software.amazon.awssdk.services.ec2.model.Image image) ->
                        image.creationDate() == null ? "" : image.creationDate()))
            .map(
                image ->
                    new ImageResult.ImageDetails(
                        image.imageId(),
                        image.rootDeviceName() == null ? "" : image.rootDeviceName())));
  }

  private FoundResources subnets(NetworkQuery.SubnetsWhere query) throws ProviderException {
    var request = DescribeSubnetsRequest.builder().filters(filters(query.filters()));
    var found = new TreeMap<String, Map<String, String>>();
    String next = null;
    do {
      var page = calls.describeSubnets(request.nextToken(next).build());
      page.subnets().forEach(subnet -> found.put(subnet.subnetId(), tags(subnet.tags())));
      next = page.nextToken();
    } while (next != null && !next.isEmpty());
    return found(found);
  }

  private FoundResources securityGroups(NetworkQuery.SecurityGroupsWhere query)
      throws ProviderException {
    var request = DescribeSecurityGroupsRequest.builder().filters(filters(query.filters()));
    var found = new TreeMap<String, Map<String, String>>();
    String next = null;
    do {
      var page = calls.describeSecurityGroups(request.nextToken(next).build());
      page.securityGroups().forEach(group -> found.put(group.groupId(), tags(group.tags())));
      next = page.nextToken();
    } while (next != null && !next.isEmpty());
    return found(found);
  }

  private static FoundResources found(Map<String, Map<String, String>> byId) {
    return new FoundResources(
        byId.entrySet().stream()
            .map(entry -> new FoundResources.Resource(entry.getKey(), entry.getValue()))
            .toList());
  }

  private static Map<String, String> tags(List<Tag> tags) {
    var read = new HashMap<String, String>();
    tags.forEach(tag -> read.put(tag.key(), tag.value()));
    return read;
  }

  private static List<Filter> filters(List<NetworkQuery.Filter> filters) {
    return filters.stream()
        .map(each -> Filter.builder().name(each.name()).values(each.values()).build())
        .toList();
  }

  private static Filter filter(String name, String value) {
    return Filter.builder().name(name).values(value).build();
  }
}
