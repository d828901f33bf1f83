package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.CloudFault;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.ActiveInstanceRefreshNotFoundException;
import software.amazon.awssdk.services.autoscaling.model.InstanceRefresh;
import software.amazon.awssdk.services.autoscaling.model.InstanceRefreshInProgressException;
import software.amazon.awssdk.services.autoscaling.model.InstanceRefreshStatus;
import software.amazon.awssdk.services.autoscaling.model.LifecycleState;
import software.amazon.awssdk.services.autoscaling.model.RefreshPreferences;

class InstanceRefreshTest {
  private static final String POOL = "workers";

  private final AwsTestSetup aws = new AwsTestSetup();

  @BeforeEach
  void aGroupOfThreeWithANewerTemplate() {
    aws.createSettledGroup(POOL, 3);
    aws.clients.ec2.createLaunchTemplateVersion(
        r ->
            r.launchTemplateName(POOL)
                .sourceVersion("1")
                .launchTemplateData(d -> d.ebsOptimized(true)));
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void replacesEveryInstanceOneAfterTheOther() {
    start(p -> p.minHealthyPercentage(90));
    int lowest = Integer.MAX_VALUE;

    InstanceRefreshStatus before = refresh().status();
    for (int second = 0; second < 120; second++) {
      aws.advance(Duration.ofSeconds(1));
      lowest = Math.min(lowest, inService());
    }

    assertThat(before).isEqualTo(InstanceRefreshStatus.PENDING);
    assertThat(lowest).isEqualTo(2);
    assertThat(refresh().status()).isEqualTo(InstanceRefreshStatus.SUCCESSFUL);
    assertThat(refresh().percentageComplete()).isEqualTo(100);
    assertThat(aws.instances(POOL))
        .hasSize(3)
        .allMatch(i -> i.launchTemplate().version().equals("2"));
  }

  @Test
  void withRoomAboveTheSizeNeverFallsBelowIt() {
    start(p -> p.minHealthyPercentage(100).maxHealthyPercentage(134));
    int lowest = Integer.MAX_VALUE;
    int most = 0;

    for (int second = 0; second < 120; second++) {
      aws.advance(Duration.ofSeconds(1));
      lowest = Math.min(lowest, inService());
      most = Math.max(most, inService());
    }

    assertThat(lowest).isEqualTo(3);
    assertThat(most).isLessThanOrEqualTo(5);
    assertThat(refresh().status()).isEqualTo(InstanceRefreshStatus.SUCCESSFUL);
    assertThat(aws.instances(POOL))
        .hasSize(3)
        .allMatch(i -> i.launchTemplate().version().equals("2"));
  }

  @Test
  void waitsForEachInstanceToWarmUp() {
    start(p -> p.minHealthyPercentage(90).instanceWarmup(600));

    aws.advance(Duration.ofMinutes(5));
    InstanceRefresh early = refresh();
    aws.advance(Duration.ofMinutes(40));

    assertThat(early.status()).isEqualTo(InstanceRefreshStatus.IN_PROGRESS);
    assertThat(early.instancesToUpdate()).isEqualTo(3);
    assertThat(refresh().status()).isEqualTo(InstanceRefreshStatus.SUCCESSFUL);
  }

  @Test
  void skipsInstancesThatMatchAlready() {
    start(p -> p.minHealthyPercentage(0));
    aws.advance(Duration.ofMinutes(2));
    var replaced = aws.instances(POOL);

    start(p -> p.skipMatching(true));
    aws.advance(Duration.ofMinutes(2));

    assertThat(refresh().status()).isEqualTo(InstanceRefreshStatus.SUCCESSFUL);
    assertThat(aws.instances(POOL)).isEqualTo(replaced);
  }

  @Test
  void onlyOneRunsAtATime() {
    start(p -> p.minHealthyPercentage(90));

    assertThatThrownBy(() -> start(p -> p.minHealthyPercentage(90)))
        .isInstanceOf(InstanceRefreshInProgressException.class);
  }

  @Test
  void canBeCancelledWithoutGivingUpTheSize() {
    start(p -> p.minHealthyPercentage(90));
    aws.advance(Duration.ofSeconds(3));

    aws.clients.autoScaling.cancelInstanceRefresh(r -> r.autoScalingGroupName(POOL));
    InstanceRefreshStatus at = refresh().status();
    aws.advance(Duration.ofMinutes(2));

    assertThat(at).isEqualTo(InstanceRefreshStatus.CANCELLING);
    assertThat(refresh().status()).isEqualTo(InstanceRefreshStatus.CANCELLED);
    assertThat(inService()).isEqualTo(3);
    assertThatThrownBy(
            () -> aws.clients.autoScaling.cancelInstanceRefresh(r -> r.autoScalingGroupName(POOL)))
        .isInstanceOf(ActiveInstanceRefreshNotFoundException.class);
  }

  @Test
  void failsWhenNothingCanBeLaunched() {
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.NO_CAPACITY));
    start(p -> p.minHealthyPercentage(90));

    aws.advance(Duration.ofMinutes(70));

    assertThat(refresh().status()).isEqualTo(InstanceRefreshStatus.FAILED);
    assertThat(inService()).isEqualTo(2);
  }

  @Test
  void ofOneInstanceIsNotDoneWhileItsReplacementCannotBeLaunched() {
    aws.createSettledGroup("single", 1);
    aws.clients.ec2.createLaunchTemplateVersion(
        r ->
            r.launchTemplateName("single")
                .sourceVersion("1")
                .launchTemplateData(d -> d.keyName("nobodys")));
    aws.clients.autoScaling.startInstanceRefresh(r -> r.autoScalingGroupName("single"));

    aws.advance(Duration.ofMinutes(5));

    var refresh =
        aws.clients
            .autoScaling
            .describeInstanceRefreshes(r -> r.autoScalingGroupName("single"))
            .instanceRefreshes()
            .getFirst();
    assertThat(refresh.status()).isEqualTo(InstanceRefreshStatus.IN_PROGRESS);
    assertThat(refresh.percentageComplete()).isZero();
    assertThat(refresh.instancesToUpdate()).isEqualTo(1);
  }

  private void start(Consumer<RefreshPreferences.Builder> preferences) {
    aws.clients.autoScaling.startInstanceRefresh(
        r -> r.autoScalingGroupName(POOL).preferences(preferences));
  }

  private InstanceRefresh refresh() {
    return aws.clients
        .autoScaling
        .describeInstanceRefreshes(r -> r.autoScalingGroupName(POOL))
        .instanceRefreshes()
        .getFirst();
  }

  private int inService() {
    return (int)
        aws.instances(POOL).stream()
            .filter(i -> i.lifecycleState() == LifecycleState.IN_SERVICE)
            .count();
  }
}
