package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsSession;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesResponse;
import software.amazon.awssdk.services.ec2.model.LaunchTemplate;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Groups in pages as a test cuts them, and launch templates in one page, all of them marked. */
final class PagedAws implements PoolCalls {

  /** Names of the groups. */
  final List<List<String>> pages = new ArrayList<>();

  /** Names of the launch templates. */
  final List<String> templates = new ArrayList<>();

  /** Those of them that are found by name only. */
  final List<String> untagged = new ArrayList<>();

  final List<String> log = new ArrayList<>();

  int failingPage = -1;
  IntConsumer beforePage = _ -> {};

  @Override
  public AwsSession session() {
    throw new AssertionError("not answered here");
  }

  @Override
  public DescribeAutoScalingGroupsResponse describeGroups(DescribeAutoScalingGroupsRequest request)
      throws ProviderException {
    int page = request.nextToken() == null ? 0 : Integer.parseInt(request.nextToken());
    beforePage.accept(page);
    if (page == failingPage) {
      throw new ProviderException.Transient("503", null);
    }
    log.add("read page " + page);
    return DescribeAutoScalingGroupsResponse.builder()
        .autoScalingGroups(
            pages.get(page).stream()
                .map(name -> AutoScalingGroup.builder().autoScalingGroupName(name).build())
                .toList())
        .nextToken(page + 1 < pages.size() ? Integer.toString(page + 1) : null)
        .build();
  }

  @Override
  public DescribeLaunchTemplatesResponse describeTemplates(DescribeLaunchTemplatesRequest request) {
    var filter = request.filters().getFirst();
    boolean named = filter.name().equals("launch-template-name");
    log.add("read templates" + (named ? " " + new TreeSet<>(filter.values()) : ""));
    return DescribeLaunchTemplatesResponse.builder()
        .launchTemplates(
            templates.stream()
                .filter(name -> named ? filter.values().contains(name) : !untagged.contains(name))
                .map(PagedAws::template)
                .toList())
        .build();
  }

  private static LaunchTemplate template(String name) {
    return LaunchTemplate.builder()
        .launchTemplateId("lt-" + name)
        .launchTemplateName(name)
        .tags(
            Stream.of("weir.io/management-cluster", "weir.io/pool")
                .map(key -> Tag.builder().key(key).value("any").build())
                .toList())
        .build();
  }

  @Override
  public DescribeLaunchTemplateVersionsResponse describeTemplateVersions(
      DescribeLaunchTemplateVersionsRequest request) {
    return DescribeLaunchTemplateVersionsResponse.builder()
        .launchTemplateVersions(
            templates.stream()
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
