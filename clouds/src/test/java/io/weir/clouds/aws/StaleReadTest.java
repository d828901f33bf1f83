package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.InstanceState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.Filter;
import software.amazon.awssdk.services.autoscaling.model.Tag;

class StaleReadTest {
  private static final String POOL = "workers";

  private final AwsTestSetup aws = new AwsTestSetup();

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void showsGroupsAndInstancesAsTheyWere() {
    aws.createSettledGroup(POOL, 2);
    lag("DescribeAutoScalingGroups");
    aws.clients.autoScaling.setDesiredCapacity(
        r -> r.autoScalingGroupName(POOL).desiredCapacity(3));
    aws.advance(Duration.ofSeconds(10));

    AutoScalingGroup stale = aws.describeGroup(POOL);
    int launched = aws.activities(POOL).size();
    aws.advance(Duration.ofSeconds(30));

    assertThat(stale.desiredCapacity()).isEqualTo(2);
    assertThat(stale.instances()).hasSize(2);
    assertThat(launched).as("which other reads show").isEqualTo(3);
    assertThat(aws.describeGroup(POOL).instances()).hasSize(3);
  }

  @Test
  void doesNotShowAVersionOfATemplateThatWritesKnow() {
    aws.createTemplate(POOL);
    lag("DescribeLaunchTemplate*");
    aws.clients.ec2.createLaunchTemplateVersion(
        r ->
            r.launchTemplateName(POOL)
                .launchTemplateData(d -> d.instanceType("t3.xlarge").imageId(aws.image())));

    int stale = versions();
    aws.clients.ec2.modifyLaunchTemplate(r -> r.launchTemplateName(POOL).defaultVersion("2"));
    aws.advance(Duration.ofSeconds(30));

    assertThat(stale).isEqualTo(1);
    assertThat(versions()).isEqualTo(2);
  }

  @Test
  void showsAGroupThatIsGoneWithoutHarmToAnyInstance() {
    aws.createSettledGroup(POOL, 2);
    lag("Describe*");
    aws.clients.autoScaling.deleteAutoScalingGroup(
        r -> r.autoScalingGroupName(POOL).forceDelete(true));
    aws.advance(Duration.ofSeconds(10));

    AutoScalingGroup stale = aws.describeGroup(POOL);

    assertThat(stale.instances()).hasSize(2);
    assertThat(aws.cloud.instances())
        .extracting(InstanceState::phase)
        .containsOnly(InstanceState.Phase.TERMINATED);
    assertThat(aws.cloud.journal().creations("Instance", POOL)).isEqualTo(2);
  }

  @Test
  void showsTagsLateAndFiltersByThem() {
    aws.createSettledGroup(POOL, 2);
    aws.cloud.faults().add(CloudFault.of(Kind.STALE_TAGS).withDelay(Duration.ofSeconds(20)));
    Tag team =
        Tag.builder()
            .resourceType("auto-scaling-group")
            .resourceId(POOL)
            .key("team")
            .value("a")
            .propagateAtLaunch(false)
            .build();
    aws.clients.autoScaling.createOrUpdateTags(r -> r.tags(team));
    aws.clients.autoScaling.setDesiredCapacity(
        r -> r.autoScalingGroupName(POOL).desiredCapacity(3));
    aws.advance(Duration.ofSeconds(10));

    AutoScalingGroup late = aws.describeGroup(POOL);
    int foundLate = tagged();
    aws.advance(Duration.ofSeconds(30));

    assertThat(late.desiredCapacity()).as("which is no tag").isEqualTo(3);
    assertThat(late.tags()).noneMatch(tag -> tag.key().equals("team"));
    assertThat(foundLate).isZero();
    assertThat(aws.describeGroup(POOL).tags()).anyMatch(tag -> tag.key().equals("team"));
    assertThat(tagged()).isOne();
  }

  @Test
  void aGroupMayBeGoneBeforeItsInstances() {
    aws.createSettledGroup(POOL, 2);
    aws.cloud.faults().add(CloudFault.of(Kind.GONE_EARLY));
    aws.clients.autoScaling.deleteAutoScalingGroup(
        r -> r.autoScalingGroupName(POOL).forceDelete(true));

    var groups =
        aws.clients
            .autoScaling
            .describeAutoScalingGroups(r -> r.autoScalingGroupNames(POOL))
            .autoScalingGroups();
    List<InstanceState> going = aws.cloud.instances();
    aws.advance(Duration.ofSeconds(30));

    assertThat(groups).isEmpty();
    assertThat(going)
        .extracting(InstanceState::phase)
        .containsOnly(InstanceState.Phase.TERMINATING);
    assertThat(aws.cloud.instances())
        .extracting(InstanceState::phase)
        .containsOnly(InstanceState.Phase.TERMINATED);
  }

  private int tagged() {
    Filter team = Filter.builder().name("tag:team").values("a").build();
    return aws.clients
        .autoScaling
        .describeAutoScalingGroups(r -> r.filters(team))
        .autoScalingGroups()
        .size();
  }

  private void lag(String action) {
    aws.cloud
        .faults()
        .add(CloudFault.of(Kind.STALE_READ).forAction(action).withDelay(Duration.ofSeconds(20)));
  }

  private int versions() {
    return aws.clients
        .ec2
        .describeLaunchTemplateVersions(r -> r.launchTemplateName(POOL))
        .launchTemplateVersions()
        .size();
  }
}
