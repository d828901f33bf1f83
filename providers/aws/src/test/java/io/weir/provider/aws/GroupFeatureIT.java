package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.clouds.CloudFault;
import io.weir.provider.Observation;
import io.weir.provider.aws.machinepool.AwsObservedState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;
import software.amazon.awssdk.services.autoscaling.model.PutLifecycleHookRequest;
import software.amazon.awssdk.services.autoscaling.model.SuspendProcessesRequest;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;

/** What beside its size and template is kept as asked for on a group that exists. */
class GroupFeatureIT {

  private static final String DRAIN =
      "{\"name\": \"drain\", \"lifecycleTransition\": \"autoscaling:EC2_INSTANCE_TERMINATING\","
          + " \"heartbeatTimeout\": \"%s\", \"defaultResult\": \"CONTINUE\"}";

  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 2);

  @BeforeEach
  void twoInstancesRun() throws Exception {
    pool.with(pool.pool, "/spec/lifecycleHooks", "[" + DRAIN.formatted("5m0s") + "]");
    pool.with(pool.pool, "/spec/additionalTags", "{\"team\": \"a\", \"stage\": \"test\"}");
    pool.with(pool.pool, "/spec/suspendProcesses", "{\"processes\": {\"azRebalance\": true}}");
    aws.converge(pool);
    aws.completePendingWork();
    aws.converge(pool);
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void unchangedIsNotWrittenAgain() throws Exception {
    int writes = aws.cloud.journal().writeCount();
    int calls = aws.cloud.journal().calls().size();

    aws.converge(pool);

    assertThat(aws.cloud.journal().writeCount()).isEqualTo(writes);
    assertThat(aws.cloud.journal().calls()).hasSize(calls + 1);
  }

  @Nested
  class Hooks {
    @Test
    void whoseNameAwsDoesNotTakeAreForgottenOnceItIsMended() throws Exception {
      pool.with(
          pool.pool,
          "/spec/lifecycleHooks",
          "[" + DRAIN.formatted("5m0s").replace("drain", "no such") + "]");
      var refused = catchThrowable(() -> aws.converge(pool));
      pool.with(pool.pool, "/spec/lifecycleHooks", "[" + DRAIN.formatted("5m0s") + "]");

      aws.converge(pool);

      assertThat(refused).hasMessageContaining("spec.lifecycleHooks");
      assertThat(pool.object().annotations().toString())
          .contains("drain")
          .doesNotContain("no such");
    }

    @Test
    void thatAwsRefusesForTheirLengthDoNotHoldUpScaling() throws Exception {
      pool.with(pool.pool, "/spec/lifecycleHooks", "[" + DRAIN.formatted("3h0m0s") + "]");
      pool.with(pool.machinePool, "/spec/replicas", "3");

      var refused = catchThrowable(() -> aws.converge(pool));

      assertThat(refused).hasMessageContaining("spec.lifecycleHooks");
      assertThat(aws.observeAll().get("workers").requestedSize()).hasValue(3);
    }

    @Test
    void thatAwsRefusesForTheirLengthDoNotHoldUpTheCreation() throws Exception {
      var another = SimulatedAws.pool("others", 1);
      another.with(another.pool, "/spec/lifecycleHooks", "[" + DRAIN.formatted("3h0m0s") + "]");

      var refused = catchThrowable(() -> aws.converge(another));

      assertThat(refused).hasMessageContaining("spec.lifecycleHooks");
      assertThat(aws.observeAll()).containsKey("others");
    }

    @Test
    void areChangedAndRemovedWithoutTouchingThoseOfOthers() throws Exception {
      aws.externalClient()
          .putHook(
              PutLifecycleHookRequest.builder()
                  .autoScalingGroupName("workers")
                  .lifecycleHookName("theirs")
                  .lifecycleTransition("autoscaling:EC2_INSTANCE_LAUNCHING")
                  .build());

      pool.with(pool.pool, "/spec/lifecycleHooks", "[" + DRAIN.formatted("10m0s") + "]");
      aws.converge(pool);
      String changed = aws.cloud.comparableState();
      pool.with(pool.pool, "/spec/lifecycleHooks", "[]");
      aws.converge(pool);

      assertThat(changed).contains("drain", "600", "theirs");
      assertThat(aws.cloud.comparableState()).contains("theirs").doesNotContain("drain");
      assertThat(count("PutLifecycleHook")).isEqualTo(2);
      assertThat(count("DescribeLifecycleHooks")).isZero();
    }

    @Test
    void thatMayHaveBeenPutBeforeACrashAreKnownToBeOurs() throws Exception {
      pool.with(
          pool.pool,
          "/spec/lifecycleHooks",
          "["
              + DRAIN.formatted("5m0s")
              + ","
              + DRAIN.replace("drain", "second").formatted("1m0s")
              + "]");
      aws.crashAt(2);
      var cut = catchThrowable(() -> aws.converge(pool));
      aws.restart();
      pool.with(pool.pool, "/spec/lifecycleHooks", "[" + DRAIN.formatted("5m0s") + "]");

      aws.converge(pool);

      assertThat(cut).isInstanceOf(SimulatedAws.SimulatedCrash.class);
      assertThat(aws.cloud.comparableState()).contains("drain").doesNotContain("second");
    }
  }

  @Nested
  class HooksThatOthersEdit {
    private final String both =
        "[%s,%s]"
            .formatted(DRAIN.formatted("5m0s"), DRAIN.replace("drain", "second").formatted("1m0s"));

    @Test
    void areAsAskedForAgainWithinHours() throws Exception {
      pool.with(pool.pool, "/spec/lifecycleHooks", both);
      aws.converge(pool);
      aws.externalClient().putHook(hook("theirs", 700));
      aws.externalClient().putHook(hook("drain", 800));
      aws.externalClient()
          .deleteHook(
              DeleteLifecycleHookRequest.builder()
                  .autoScalingGroupName("workers")
                  .lifecycleHookName("second")
                  .build());
      int puts = count("PutLifecycleHook");

      aws.readAllDetails();
      aws.converge(pool);
      aws.converge(pool);

      assertThat(timeouts()).isEqualTo(Map.of("drain", 300, "second", 60, "theirs", 700));
      assertThat(count("PutLifecycleHook")).isEqualTo(puts + 2);
    }

    @Test
    void thatMayNotBeReadDisturbNothing() throws Exception {
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DENIED).forAction("DescribeLifecycleHooks"));
      int writes = aws.cloud.journal().writeCount();

      aws.readAllDetails();
      aws.converge(pool);

      assertThat(count("DescribeLifecycleHooks")).isEqualTo(1);
      assertThat(aws.cloud.journal().writeCount()).isEqualTo(writes);
    }

    private PutLifecycleHookRequest hook(String name, int timeout) {
      return PutLifecycleHookRequest.builder()
          .autoScalingGroupName("workers")
          .lifecycleHookName(name)
          .lifecycleTransition("autoscaling:EC2_INSTANCE_TERMINATING")
          .heartbeatTimeout(timeout)
          .build();
    }

    private Map<String, Integer> timeouts() throws Exception {
      var request = DescribeLifecycleHooksRequest.builder().autoScalingGroupName("workers").build();
      return aws.externalClient().describeHooks(request).lifecycleHooks().stream()
          .collect(
              Collectors.toMap(LifecycleHook::lifecycleHookName, LifecycleHook::heartbeatTimeout));
    }
  }

  @Nested
  class Processes {
    @Test
    void areResumedIfWeSuspendedThemOnly() throws Exception {
      aws.externalClient()
          .suspendProcesses(
              SuspendProcessesRequest.builder()
                  .autoScalingGroupName("workers")
                  .scalingProcesses("AlarmNotification")
                  .build());
      Set<String> before = suspended();

      pool.with(pool.pool, "/spec/suspendProcesses", "null");
      aws.converge(pool);

      assertThat(before).containsExactly("AZRebalance", "AlarmNotification");
      assertThat(suspended()).containsExactly("AlarmNotification");
    }

    @Test
    void areResumedThoughALateReadDoesNotShowThemSuspended() throws Exception {
      pool.with(pool.pool, "/spec/suspendProcesses", "null");
      aws.converge(pool);
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.STALE_READ).withDelay(Duration.ofSeconds(20)));
      pool.with(pool.pool, "/spec/suspendProcesses", "{\"processes\": {\"launch\": true}}");
      aws.converge(pool);

      pool.with(pool.pool, "/spec/suspendProcesses", "null");
      aws.converge(pool);
      aws.completePendingWork();
      aws.converge(pool);

      assertThat(count("SuspendProcesses")).isEqualTo(2);
      assertThat(suspended()).isEmpty();
    }

    @Test
    void namedFalseAreResumedWhoeverSuspendedThem() throws Exception {
      pool.with(
          pool.pool,
          "/spec/suspendProcesses",
          "{\"all\": true, \"processes\": {\"launch\": false, \"terminate\": false}}");
      aws.converge(pool);

      assertThat(suspended())
          .hasSize(7)
          .contains("InstanceRefresh")
          .doesNotContain("Launch", "Terminate");
    }
  }

  @Nested
  class Tags {
    @Test
    void areSetAndTakenAwayOnGroupAndTemplateAndThoseOfOthersStay() throws Exception {
      aws.externalClient()
          .tagGroups(
              CreateOrUpdateTagsRequest.builder()
                  .tags(
                      Tag.builder()
                          .resourceType("auto-scaling-group")
                          .resourceId("workers")
                          .key("theirs")
                          .value("1")
                          .propagateAtLaunch(false)
                          .build())
                  .build());

      pool.with(pool.pool, "/spec/additionalTags", "{\"team\": \"b\"}");
      aws.converge(pool);
      aws.restart();
      var seen = seen(aws.observe("workers"));

      assertThat(seen.group().orElseThrow().tags())
          .contains(Map.entry("team", "b"), Map.entry("theirs", "1"))
          .doesNotContainKey("stage");
      assertThat(seen.template().orElseThrow().tags())
          .contains(Map.entry("team", "b"))
          .doesNotContainKey("stage");
      assertThat(pool.object().annotation("sigs.k8s.io/cluster-api-provider-aws-last-applied-tags"))
          .contains("{\"team\":\"b\"}");
    }
  }

  @Nested
  class Replicas {
    @Test
    void setInAwsAreToldWhereSomebodyElseManagesThem() throws Exception {
      pool.with(
          pool.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");
      aws.externalClient()
          .updateGroup(
              UpdateAutoScalingGroupRequest.builder()
                  .autoScalingGroupName("workers")
                  .desiredCapacity(4)
                  .build());

      aws.converge(pool);

      assertThat(aws.report.replicas()).isEqualTo(OptionalInt.of(4));
      assertThat(seen(aws.observe("workers")).group().orElseThrow().desired()).isEqualTo(4);
    }
  }

  @Nested
  class Versions {
    @Test
    void areFewAndNeverMissThoseOfInstances() throws Exception {
      for (int token = 2; token <= 30; token++) {
        renew(token);
        if (token == 9) {
          pool.with(pool.machinePool, "/spec/replicas", "3");
          aws.converge(pool);
          aws.completePendingWork();
        }
      }

      assertThat(versions()).hasSizeLessThan(10).contains(1L, 9L, 30L);
      assertThat(count("DeleteLaunchTemplateVersions")).isLessThanOrEqualTo(30 / 4);
    }

    @Test
    void whoseRemovalIsDeniedDisturbNothingElse() throws Exception {
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DENIED).forAction("DeleteLaunchTemplateVersions"));
      for (int token = 2; token <= 8; token++) {
        int each = token;
        var _ = catchThrowable(() -> renew(each));
      }

      assertThat(versions()).contains(8L);
    }

    private void renew(int token) throws Exception {
      pool.bootstrap = ("#cloud-config\n# token " + token + "\n").getBytes(StandardCharsets.UTF_8);
      aws.converge(pool);
    }

    private List<Long> versions() throws Exception {
      var request =
          DescribeLaunchTemplateVersionsRequest.builder().launchTemplateName("workers").build();
      return aws
          .externalClient()
          .describeTemplateVersions(request)
          .launchTemplateVersions()
          .stream()
          .map(LaunchTemplateVersion::versionNumber)
          .toList();
    }
  }

  private Set<String> suspended() throws Exception {
    return seen(aws.observe("workers")).group().orElseThrow().suspended();
  }

  private int count(String action) {
    return aws.cloud.journal().callCount(action);
  }

  private static AwsObservedState seen(Observation<AwsObservedState> observation) {
    assertThat(observation).isInstanceOf(Observation.Present.class);
    return ((Observation.Present<AwsObservedState>) observation).state();
  }
}
