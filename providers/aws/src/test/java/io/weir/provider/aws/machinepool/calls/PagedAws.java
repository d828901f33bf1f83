package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsSession;
import io.weir.provider.aws.api.AwsMetadataKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsResponse;
import software.amazon.awssdk.services.autoscaling.model.TagDescription;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesResponse;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.LaunchTemplate;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;
import software.amazon.awssdk.services.ec2.model.Reservation;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Groups in pages as a test cuts them, and launch templates in one page. */
final class PagedAws implements PoolCalls {

  /** Names of the groups that carry the tag of nodes. */
  final List<List<String>> pages = new ArrayList<>();

  /** Names of the groups that are found by name only. */
  final List<String> untaggedGroups = new ArrayList<>();

  /** Names of the groups that left a machine behind. */
  final List<String> outliving = new ArrayList<>();

  /** Names of the launch templates. */
  final List<String> templates = new ArrayList<>();

  /** Those of them that are found by name only. */
  final List<String> untagged = new ArrayList<>();

  /** Those of them whose versions no list shows yet. */
  final List<String> withoutVersions = new ArrayList<>();

  /** Those of them that do not say whose they are. */
  final List<String> unmarked = new ArrayList<>();

  final List<String> log = new ArrayList<>();

  /** What is throttled, as it would be logged. */
  final List<String> throttled = new ArrayList<>();

  IntConsumer beforePage = _ -> {};

  @Override
  public AwsSession session() {
    throw new AssertionError("not answered here");
  }

  @Override
  public DescribeAutoScalingGroupsResponse describeGroups(DescribeAutoScalingGroupsRequest request)
      throws ProviderException {
    return request.autoScalingGroupNames().isEmpty()
        ? page(request.nextToken() == null ? 0 : Integer.parseInt(request.nextToken()))
        : named(new TreeSet<>(request.autoScalingGroupNames()));
  }

  private DescribeAutoScalingGroupsResponse page(int page) throws ProviderException {
    beforePage.accept(page);
    read("read page " + page);
    return DescribeAutoScalingGroupsResponse.builder()
        .autoScalingGroups(pages.get(page).stream().map(name -> group(name, true)).toList())
        .nextToken(page + 1 < pages.size() ? Integer.toString(page + 1) : null)
        .build();
  }

  private DescribeAutoScalingGroupsResponse named(Set<String> names) throws ProviderException {
    read("read groups " + names);
    return DescribeAutoScalingGroupsResponse.builder()
        .autoScalingGroups(
            Stream.concat(
                    pages.stream().flatMap(List::stream).map(name -> group(name, true)),
                    untaggedGroups.stream().map(name -> group(name, false)))
                .filter(group -> names.contains(group.autoScalingGroupName()))
                .toList())
        .build();
  }

  private void read(String what) throws ProviderException {
    if (throttled.contains(what)) {
      throw new ProviderException.Throttled(what, Duration.ofSeconds(1), null);
    }
    log.add(what);
  }

  private static AutoScalingGroup group(String name, boolean tagged) {
    return AutoScalingGroup.builder()
        .autoScalingGroupName(name)
        .tags(
            Stream.of(AwsMetadataKeys.ROLE_TAG)
                .filter(_ -> tagged)
                .map(
                    key ->
                        TagDescription.builder().key(key).value(AwsMetadataKeys.NODE_ROLE).build())
                .toList())
        .build();
  }

  @Override
  public DescribeLaunchTemplatesResponse describeTemplates(DescribeLaunchTemplatesRequest request)
      throws ProviderException {
    var filter = request.filters().getFirst();
    boolean named = filter.name().equals("launch-template-name");
    read("read templates" + (named ? " " + new TreeSet<>(filter.values()) : ""));
    return DescribeLaunchTemplatesResponse.builder()
        .launchTemplates(
            templates.stream()
                .filter(name -> named ? filter.values().contains(name) : !untagged.contains(name))
                .map(this::template)
                .toList())
        .build();
  }

  @Override
  public DescribeInstancesResponse describeInstances(DescribeInstancesRequest request)
      throws ProviderException {
    var names = request.filters().getFirst().values();
    read("read machines of " + new TreeSet<>(names));
    return DescribeInstancesResponse.builder()
        .reservations(
            outliving.stream()
                .filter(names::contains)
                .map(
                    name ->
                        Reservation.builder()
                            .instances(
                                Instance.builder()
                                    .instanceId("i-" + name)
                                    .tags(tag("aws:autoscaling:groupName", name))
                                    .build())
                            .build())
                .toList())
        .build();
  }

  private LaunchTemplate template(String name) {
    var tags = new ArrayList<Tag>();
    if (!untagged.contains(name)) {
      tags.add(tag(AwsMetadataKeys.ROLE_TAG, AwsMetadataKeys.NODE_ROLE));
    }
    if (!unmarked.contains(name)) {
      tags.add(tag(PoolMarks.MANAGEMENT_CLUSTER_KEY, "any"));
      tags.add(tag(PoolMarks.POOL_KEY, "any"));
    }
    return LaunchTemplate.builder()
        .launchTemplateId("lt-" + name)
        .launchTemplateName(name)
        .tags(tags)
        .build();
  }

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }

  @Override
  public DescribeLaunchTemplateVersionsResponse describeTemplateVersions(
      DescribeLaunchTemplateVersionsRequest request) {
    return DescribeLaunchTemplateVersionsResponse.builder()
        .launchTemplateVersions(
            templates.stream()
                .filter(name -> !withoutVersions.contains(name))
                .map(name -> "lt-" + name)
                .filter(
                    id ->
                        request.launchTemplateId() == null || id.equals(request.launchTemplateId()))
                .map(
                    id ->
                        LaunchTemplateVersion.builder()
                            .launchTemplateId(id)
                            .versionNumber(1L)
                            .build())
                .toList())
        .build();
  }
}
