package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.clouds.CloudFault;
import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.refresh.OwedRefresh;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.autoscaling.model.CancelInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesRequest;
import software.amazon.awssdk.services.autoscaling.model.ResumeProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.StartInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.SuspendProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;

class InstanceRefreshIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 3);

  @BeforeEach
  void threeInstancesRun() throws Exception {
    aws.converge(pool);
    aws.completePendingWork();
    aws.converge(pool);
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  @Nested
  class Rolls {
    @Test
    void everyInstanceByOneVersionAndOneRefresh() throws Exception {
      retype("m5.large");

      var seen = seen(aws.roll(pool));

      assertThat(seen.instances()).hasSize(3).allMatch(each -> each.revision().equals("2"));
      assertThat(count("CreateLaunchTemplateVersion")).isEqualTo(1);
      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
      assertThat(pool.object().annotations()).doesNotContainKey(OwedRefresh.ANNOTATION);
    }

    @Test
    void andTellsHowFarItIsInNumbersOfInstances() throws Exception {
      retype("m5.large");
      aws.converge(pool);
      String owed = aws.reportedCondition("InstancesUpToDate").message();
      aws.converge(pool);
      aws.time.advance(Duration.ofSeconds(12));
      aws.converge(pool);

      assertThat(owed)
          .isEqualTo(
              "an instance refresh follows: 0 of 3 instances on version 2 of the launch template");
      assertThat(aws.reportedCondition("InstancesUpToDate").message())
          .matches(
              "instance refresh \\d+ %: [1-2] of [2-3] instances on version 2 of the launch"
                  + " template");
      assertThat(pool.object().annotation("weir.io/up-to-date-replicas")).isPresent();
    }

    @Test
    void forAnotherNameOfTheBootstrapData() throws Exception {
      pool.secret = "other";

      aws.roll(pool);

      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
    }

    @Test
    void forAnotherKubernetesVersionOnceTheDataIsMadeForIt() throws Exception {
      pool.dataVersion = "v1.33.7";
      pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.34.3\"");
      aws.converge(pool, Duration.ofMinutes(1), SOON);
      int early = count("CreateLaunchTemplateVersion");
      var waiting = aws.reportedCondition("InstancesUpToDate");
      pool.dataVersion = "v1.34.3";
      pool.bootstrap = bytes("data for v1.34.3");

      var seen = seen(aws.roll(pool));

      assertThat(early).isZero();
      assertThat(waiting)
          .isEqualTo(
              new Condition(
                  "InstancesUpToDate",
                  ConditionStatus.FALSE,
                  "Info",
                  "WaitingForBootstrapData",
                  "waiting for bootstrap data for v1.34.3: KubeadmConfig default/workers still"
                      + " provides it for v1.33.7"));
      assertThat(count("CreateLaunchTemplateVersion")).isEqualTo(1);
      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
      assertThat(seen.instances()).allMatch(each -> each.revision().equals("2"));
    }

    @Test
    void withThePreferencesOfThePool() throws Exception {
      pool.with(
          pool.pool,
          "/spec/refreshPreferences",
          "{\"instanceWarmup\": 60, \"minHealthyPercentage\": 100, \"maxHealthyPercentage\": 134}");
      retype("m5.large");

      aws.roll(pool);

      var preferences =
          aws.externalClient()
              .describeRefreshes(
                  DescribeInstanceRefreshesRequest.builder()
                      .autoScalingGroupName("workers")
                      .build())
              .instanceRefreshes()
              .getFirst()
              .preferences();
      assertThat(preferences.instanceWarmup()).isEqualTo(60);
      assertThat(preferences.minHealthyPercentage()).isEqualTo(100);
      assertThat(preferences.maxHealthyPercentage()).isEqualTo(134);
    }

    @Test
    void whileThePoolIsScaled() throws Exception {
      retype("m5.large");
      aws.converge(pool);
      aws.converge(pool);
      pool.with(pool.machinePool, "/spec/replicas", "5");

      aws.converge(pool);
      int asked = seen(aws.observe("workers")).group().orElseThrow().desired();
      var seen = seen(aws.roll(pool));

      assertThat(asked).isEqualTo(5);
      assertThat(seen.instances()).hasSize(5).allMatch(each -> each.revision().equals("2"));
    }
  }

  @Nested
  class DoesNotRoll {
    @Test
    void forANewToken() throws Exception {
      pool.inputs = "v1:same";
      aws.roll(pool);
      int versions = count("CreateLaunchTemplateVersion");
      pool.bootstrap = bytes("another token");

      aws.roll(pool);

      assertThat(count("CreateLaunchTemplateVersion")).isEqualTo(versions + 1);
      assertThat(count("StartInstanceRefresh")).isZero();
      assertThat(count("DescribeInstanceRefreshes")).isZero();
    }

    @Test
    void forOtherContentUnlessThePoolAsksForIt() throws Exception {
      pool.inputs = "v1:before";
      pool.bootstrap = bytes("before");
      aws.roll(pool);
      pool.inputs = "v1:after";
      pool.bootstrap = bytes("after");
      aws.roll(pool);
      int unasked = count("StartInstanceRefresh");
      pool.with(
          pool.machinePool,
          "/metadata/annotations",
          "{\"weir.io/roll-on-bootstrap-change\": \"true\"}");
      aws.roll(pool);
      int asked = count("StartInstanceRefresh");
      pool.inputs = "v1:later";
      pool.bootstrap = bytes("later");
      aws.roll(pool);

      assertThat(unasked).isZero();
      assertThat(asked).isZero();
      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
    }

    @Test
    void whatHasNoInstance() throws Exception {
      pool.with(pool.pool, "/spec/minSize", "0");
      pool.with(pool.machinePool, "/spec/replicas", "0");
      aws.converge(pool);
      aws.completePendingWork();
      retype("m5.large");

      aws.roll(pool);

      assertThat(count("CreateLaunchTemplateVersion")).isEqualTo(1);
      assertThat(count("StartInstanceRefresh")).isZero();
      assertThat(pool.object().annotations()).doesNotContainKey(OwedRefresh.ANNOTATION);
    }

    @Test
    void whereThePoolForbidsItAndLeavesAForeignRefreshAlone() throws Exception {
      pool.with(pool.pool, "/spec/refreshPreferences", "{\"disable\": true}");
      startByHand();
      retype("m5.large");

      aws.converge(pool, Duration.ofMinutes(1), SOON);

      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
      assertThat(count("CancelInstanceRefresh")).isZero();
    }

    @Test
    void whenTheChangeIsTakenBackBeforeItsVersionWasMade() throws Exception {
      retype("m5.large");
      aws.crashAt(1);
      var cut = catchThrowable(() -> aws.converge(pool));
      aws.restart();
      retype("t3.large");

      aws.roll(pool);

      assertThat(cut).isInstanceOf(SimulatedAws.SimulatedCrash.class);
      assertThat(count("CreateLaunchTemplateVersion")).isZero();
      assertThat(count("StartInstanceRefresh")).isZero();
      assertThat(pool.object().annotations()).doesNotContainKey(OwedRefresh.ANNOTATION);
    }
  }

  @Nested
  class Survives {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void anEndOfTheProcessAtAnyPoint(int point) throws Exception {
      retype("m5.large");
      aws.crashAt(point);
      var cut = catchThrowable(() -> aws.roll(pool));
      aws.restart();

      var seen = seen(aws.roll(pool));

      assertThat(cut).isInstanceOf(SimulatedAws.SimulatedCrash.class);
      assertThat(seen.instances()).hasSize(3).allMatch(each -> each.revision().equals("2"));
      assertThat(aws.cloud.journal().creations("LaunchTemplateVersion", "workers")).isEqualTo(2);
      assertThat(aws.cloud.journal().creations("InstanceRefresh", "workers")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CreateLaunchTemplateVersion", "StartInstanceRefresh"})
    void aLostAnswer(String action) throws Exception {
      retype("m5.large");
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_AFTER).forAction(action).times(1));
      var lost = catchThrowable(() -> aws.roll(pool));

      var seen = seen(aws.roll(pool));

      assertThat(lost).isInstanceOf(ProviderException.Ambiguous.class);
      assertThat(count(action)).isEqualTo(1);
      assertThat(count("CancelInstanceRefresh")).isZero();
      assertThat(seen.instances()).hasSize(3).allMatch(each -> each.revision().equals("2"));
    }

    @Test
    void aSecondChangeWhileTheFirstIsRolled() throws Exception {
      retype("m5.large");
      aws.converge(pool);
      aws.converge(pool);
      aws.time.advance(Duration.ofSeconds(12));
      retype("m5.xlarge");

      var seen = seen(aws.roll(pool));

      assertThat(seen.instances()).hasSize(3).allMatch(each -> each.revision().equals("3"));
      assertThat(count("CancelInstanceRefresh")).isEqualTo(1);
      assertThat(count("StartInstanceRefresh")).isEqualTo(2);
    }

    @Test
    void aRefreshThatSomebodyElseStarted() throws Exception {
      startByHand();
      aws.time.advance(Duration.ofSeconds(12));
      retype("m5.large");

      var seen = seen(aws.roll(pool));

      assertThat(seen.instances()).hasSize(3).allMatch(each -> each.revision().equals("2"));
      assertThat(count("CancelInstanceRefresh")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInstanceThatAnAutoscalerStartsUnseenFromTheOldVersion(boolean late) throws Exception {
      sizedByOthers();
      retype("m5.large");
      aws.changeAfterObservation(() -> sizeByHand(1));
      if (late) {
        pool.with(pool.pool, "/spec/refreshPreferences", "{\"disable\": true}");
        aws.converge(pool, Duration.ofMinutes(1), SOON);
        pool.with(pool.pool, "/spec/refreshPreferences", "{}");
      }

      var seen = seen(aws.roll(pool));

      assertThat(seen.instances()).hasSize(1).allMatch(each -> each.revision().equals("2"));
      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
      assertThat(pool.object().annotations()).doesNotContainKey(OwedRefresh.ANNOTATION);
    }

    @Test
    void theDeletionOfThePool() throws Exception {
      retype("m5.large");
      aws.converge(pool);
      aws.converge(pool);
      aws.time.advance(Duration.ofSeconds(12));

      aws.delete(pool);
      aws.completePendingWork();
      aws.delete(pool);

      assertThat(aws.observe("workers")).isInstanceOf(Observation.ProvenAbsent.class);
      assertThat(aws.cloud.comparableState()).doesNotContain("\"workers\"");
    }
  }

  @Nested
  class Stops {
    @Test
    void whenPeopleCancelUntilThePoolChanges() throws Exception {
      retype("m5.large");
      aws.converge(pool);
      aws.converge(pool);
      aws.time.advance(Duration.ofSeconds(12));
      aws.externalClient()
          .cancelRefresh(
              CancelInstanceRefreshRequest.builder().autoScalingGroupName("workers").build());
      aws.converge(pool, Duration.ofHours(2), Duration.ofMinutes(5));
      String reported = aws.reportedCondition("InstancesUpToDate").message();
      int started = count("StartInstanceRefresh");
      retype("m5.xlarge");

      var seen = seen(aws.roll(pool));

      assertThat(started).isEqualTo(1);
      assertThat(reported)
          .startsWith("the instance refresh was cancelled at")
          .contains("Cancelled due to user request")
          .endsWith("start one in AWS, or change the pool");
      assertThat(seen.instances()).hasSize(3).allMatch(each -> each.revision().equals("3"));
    }

    @Test
    void afterThreeFailuresAndTellsWhy() throws Exception {
      aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.NO_CAPACITY));
      retype("m5.large");

      aws.converge(pool, Duration.ofHours(8), Duration.ofMinutes(5));

      assertThat(count("StartInstanceRefresh")).isEqualTo(3);
      assertThat(aws.reportedCondition("InstancesUpToDate").severity()).isEqualTo("Error");
      assertThat(aws.reportedCondition("InstancesUpToDate").message())
          .contains("ended as Failed at 0 %")
          .contains("gave up after 3 attempts");
    }

    @Test
    void whileAProcessThatItNeedsIsSuspended() throws Exception {
      aws.externalClient()
          .suspendProcesses(
              SuspendProcessesRequest.builder()
                  .autoScalingGroupName("workers")
                  .scalingProcesses("Terminate")
                  .build());
      retype("m5.large");
      aws.converge(pool, Duration.ofMinutes(1), SOON);
      int started = count("StartInstanceRefresh");
      String reported = aws.reportedCondition("InstancesUpToDate").message();
      aws.externalClient()
          .resumeProcesses(
              ResumeProcessesRequest.builder()
                  .autoScalingGroupName("workers")
                  .scalingProcesses("Terminate")
                  .build());

      var seen = seen(aws.roll(pool));

      assertThat(started).isZero();
      assertThat(reported).contains("processes Terminate are suspended");
      assertThat(seen.instances()).allMatch(each -> each.revision().equals("2"));
    }
  }

  @Test
  void anUnchangedPoolIsNotAskedForItsRefreshes() throws Exception {
    retype("m5.large");
    aws.roll(pool);
    int asked = count("DescribeInstanceRefreshes");

    aws.converge(pool, Duration.ofMinutes(5), SOON);

    assertThat(count("DescribeInstanceRefreshes")).isEqualTo(asked);
  }

  /** An autoscaler sizes the pool, and has sized it down to nothing. */
  private void sizedByOthers() throws ProviderException {
    pool.with(pool.pool, "/spec/minSize", "0");
    pool.with(
        pool.machinePool,
        "/metadata/annotations",
        "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");
    aws.converge(pool);
    sizeByHand(0);
    aws.completePendingWork();
    aws.converge(pool);
  }

  private void sizeByHand(int size) throws ProviderException {
    aws.externalClient()
        .updateGroup(
            UpdateAutoScalingGroupRequest.builder()
                .autoScalingGroupName("workers")
                .desiredCapacity(size)
                .build());
    aws.time.advance(Duration.ofSeconds(30));
  }

  private void startByHand() throws ProviderException {
    aws.externalClient()
        .startRefresh(
            StartInstanceRefreshRequest.builder().autoScalingGroupName("workers").build());
  }

  private void retype(String type) {
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "\"" + type + "\"");
  }

  private int count(String action) {
    return aws.cloud.journal().callCount(action);
  }

  private static byte[] bytes(String text) {
    return ("#cloud-config\n# " + text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static AwsObservedState seen(Observation<AwsObservedState> observation) {
    assertThat(observation).isInstanceOf(Observation.Present.class);
    return ((Observation.Present<AwsObservedState>) observation).state();
  }
}
