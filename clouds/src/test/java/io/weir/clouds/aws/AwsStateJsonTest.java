package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.InstanceState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.autoscaling.model.Activity;
import software.amazon.awssdk.services.autoscaling.model.InstanceRefreshStatus;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;

class AwsStateJsonTest {
  private static final String POOL = "workers";

  private final AwsTestSetup before = new AwsTestSetup();
  private final AwsTestSetup after = new AwsTestSetup();

  @AfterEach
  void stop() {
    before.close();
    after.close();
  }

  @Test
  void aCloudGoesOnAsItWas() {
    before.createSettledGroup(POOL, 3);
    before.clients.autoScaling.suspendProcesses(
        r -> r.autoScalingGroupName(POOL).scalingProcesses("AZRebalance"));
    var instanceEventQueue = new InstanceEventQueue();
    after.cloud.addListener(instanceEventQueue);

    after.cloud.restoreState(before.cloud.saveState());

    assertThat(after.cloud.comparableState()).isEqualTo(before.cloud.comparableState());
    assertThat(after.cloud.saveState()).isEqualTo(before.cloud.saveState());
    assertThat(after.describeGroup(POOL)).isEqualTo(before.describeGroup(POOL));
    assertThat(instanceEventQueue.takeStarted().userData())
        .asString()
        .isEqualTo(AwsTestSetup.USER_DATA);
  }

  @Test
  void nothingIsGivenTwice() {
    before.createSettledGroup(POOL, 2);
    after.cloud.restoreState(before.cloud.saveState());

    after.clients.autoScaling.setDesiredCapacity(
        r -> r.autoScalingGroupName(POOL).desiredCapacity(5));
    after.advance(Duration.ofMinutes(1));

    assertThat(after.instances(POOL)).hasSize(5);
    assertThat(after.cloud.instances()).extracting(InstanceState::id).doesNotHaveDuplicates();
    assertThat(
            after.clients.ec2.describeInstances(r -> {}).reservations().stream()
                .flatMap(r -> r.instances().stream())
                .map(i -> i.privateIpAddress()))
        .hasSize(5)
        .doesNotHaveDuplicates();
  }

  @Test
  void activitiesOfAGroupAreRememberedAndOneUnderWayComesToItsEnd() {
    before.createSettledGroup(POOL, 1);
    before.clients.autoScaling.setDesiredCapacity(
        r -> r.autoScalingGroupName(POOL).desiredCapacity(2));

    after.cloud.restoreState(before.cloud.saveState());
    List<Activity> restored = activities(after);
    after.advance(Duration.ofMinutes(1));

    assertThat(restored).hasSize(2).isEqualTo(activities(before));
    assertThat(restored.getFirst().statusCodeAsString()).isEqualTo("PreInService");
    assertThat(activities(after))
        .extracting(Activity::statusCodeAsString)
        .containsExactly("Successful", "Successful");
  }

  @Test
  void aRequestRepeatedAfterARestartIsKnownByItsToken() {
    CreateLaunchTemplateRequest request =
        CreateLaunchTemplateRequest.builder()
            .launchTemplateName(POOL)
            .clientToken("once")
            .launchTemplateData(d -> d.instanceType("t3.large").imageId("ami-0a1b2c3d4e5f60718"))
            .build();
    String id =
        before.clients.ec2.createLaunchTemplate(request).launchTemplate().launchTemplateId();

    after.cloud.restoreState(before.cloud.saveState());
    String again =
        after.clients.ec2.createLaunchTemplate(request).launchTemplate().launchTemplateId();

    assertThat(again).isEqualTo(id);
    assertThat(after.cloud.journal().creations("LaunchTemplate", POOL)).isZero();
  }

  private static List<Activity> activities(AwsTestSetup aws) {
    return aws.clients
        .autoScaling
        .describeScalingActivities(r -> r.autoScalingGroupName(POOL))
        .activities();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8, 13, 21})
  void aRefreshIsFinishedFromWhereverItWas(int seconds) {
    before.createSettledGroup(POOL, 3);
    before.clients.ec2.createLaunchTemplateVersion(
        r ->
            r.launchTemplateName(POOL)
                .sourceVersion("1")
                .launchTemplateData(d -> d.ebsOptimized(true)));
    before.clients.autoScaling.startInstanceRefresh(r -> r.autoScalingGroupName(POOL));
    before.advance(Duration.ofSeconds(seconds));

    after.cloud.restoreState(before.cloud.saveState());
    after.advance(Duration.ofMinutes(3));

    assertThat(after.instances(POOL))
        .hasSize(3)
        .allMatch(i -> i.launchTemplate().version().equals("2"));
    assertThat(
            after
                .clients
                .autoScaling
                .describeInstanceRefreshes(r -> r.autoScalingGroupName(POOL))
                .instanceRefreshes()
                .getFirst()
                .status())
        .isEqualTo(InstanceRefreshStatus.SUCCESSFUL);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aDeletionIsFinished(int seconds) {
    before.createSettledGroup(POOL, 3);
    before.clients.autoScaling.deleteAutoScalingGroup(
        r -> r.autoScalingGroupName(POOL).forceDelete(true));
    before.advance(Duration.ofSeconds(seconds));

    after.cloud.restoreState(before.cloud.saveState());
    after.advance(Duration.ofMinutes(1));

    assertThat(after.clients.autoScaling.describeAutoScalingGroups().autoScalingGroups()).isEmpty();
  }

  @Test
  void whatIsNoStateOfACloudIsRefused() {
    assertThatThrownBy(() -> after.cloud.restoreState("{"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not the state of a cloud");
  }
}
