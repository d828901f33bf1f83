package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.clouds.CloudFault;
import io.weir.provider.Instance;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.group.GroupFeatureStep;
import io.weir.provider.aws.group.GroupSettings.Hook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;
import software.amazon.awssdk.services.autoscaling.model.TerminateInstanceInAutoScalingGroupRequest;

/** Instances that AWS ends wait for our word where the MachinePool asks for it. */
class CloudTerminationIT {

  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 2);

  @BeforeEach
  void twoInstancesRun() throws Exception {
    pool.with(
        pool.machinePool, "/metadata/annotations", "{\"weir.io/cloud-terminations\": \"drain\"}");
    aws.converge(pool);
    aws.completePendingWork();
    aws.converge(pool);
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void theHookIsThereAsLongAsThePoolAsksForIt() throws Exception {
    List<LifecycleHook> asked = hooks();
    pool.with(pool.machinePool, "/metadata/annotations", "{}");
    aws.converge(pool);

    assertThat(asked)
        .singleElement()
        .satisfies(
            hook -> {
              assertThat(hook.lifecycleHookName()).isEqualTo("weir-drain");
              assertThat(hook.lifecycleTransition())
                  .isEqualTo("autoscaling:EC2_INSTANCE_TERMINATING");
              assertThat(hook.defaultResult()).isEqualTo("CONTINUE");
              assertThat(hook.heartbeatTimeout()).isEqualTo(1800);
            });
    assertThat(hooks()).isEmpty();
  }

  @Test
  void aHookWhoseNoteARestoreHasLostIsRemovedAllTheSame() throws Exception {
    aws.readAllDetails();
    pool.with(pool.machinePool, "/metadata/annotations", "{}");
    pool.annotate(Map.of("weir.io/lifecycle-hooks", Optional.empty()));

    aws.converge(pool);

    assertThat(hooks()).isEmpty();
  }

  @Test
  void oneThatWasMadeToWaitIsReleasedWithoutAnotherLook() throws Exception {
    String victim = first();
    endExternally(victim);

    aws.answer(pool, victim, false);
    aws.answer(pool, victim, true);

    assertThat(calls("CompleteLifecycleAction")).isEqualTo(1);
  }

  @Test
  void oneThatOthersEndWaitsAsLongAsItIsProlongedAndGoesOnceItIsReleased() throws Exception {
    String victim = first();
    endExternally(victim);

    for (int time = 0; time < 4; time++) {
      aws.time.advance(Duration.ofMinutes(25));
      assertThat(state(victim)).contains(Instance.State.HELD);
      aws.answer(pool, victim, false);
    }
    aws.answer(pool, victim, true);
    aws.completePendingWork();

    assertThat(state(victim)).isEmpty();
    assertThat(calls("RecordLifecycleActionHeartbeat")).isEqualTo(4);
    assertThat(calls("CompleteLifecycleAction")).isEqualTo(1);
    assertThat(aws.observeAll().get("workers").instances()).hasSize(2);
  }

  @Test
  void withoutAWordItGoesWhenItsTimeIsOver() throws Exception {
    String victim = first();
    endExternally(victim);

    aws.time.advance(Duration.ofMinutes(29));
    Optional<Instance.State> before = state(victim);
    aws.time.advance(Duration.ofMinutes(2));
    aws.completePendingWork();

    assertThat(before).contains(Instance.State.HELD);
    assertThat(state(victim)).isEmpty();
  }

  @Test
  void oneThatWeirEndsIsHeldAndReleasedAsWell() throws Exception {
    String victim = first();
    aws.end(pool, new Instance(victim, "", "", Instance.State.RUNNING, ""));
    Optional<Instance.State> held = state(victim);

    aws.answer(pool, victim, true);
    aws.completePendingWork();

    assertThat(held).contains(Instance.State.HELD);
    assertThat(state(victim)).isEmpty();
    assertThat(calls("TerminateInstanceInAutoScalingGroup")).isEqualTo(1);
  }

  @Test
  void aReleaseWhoseAnswerWasLostIsNoFailureWhenItIsRepeated() throws Exception {
    pool.with(
        pool.pool,
        "/spec/lifecycleHooks",
        """
        [{"name": "theirs", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
          "heartbeatTimeout": "1h0m0s", "defaultResult": "CONTINUE"}]
        """);
    aws.converge(pool);
    String victim = first();
    endExternally(victim);
    aws.answer(pool, victim, true);
    assertThat(state(victim)).contains(Instance.State.HELD);

    aws.answer(pool, victim, true);
    aws.answer(pool, victim, false);

    assertThat(calls("CompleteLifecycleAction")).isEqualTo(2);
    assertThat(aws.cloud.journal().calls().getLast().outcome()).isEqualTo("ValidationError");
  }

  @Test
  void noRefreshBeginsBeforeTheHookIsThere() throws Exception {
    pool.with(pool.machinePool, "/metadata/annotations", "{}");
    aws.converge(pool);
    pool.with(
        pool.machinePool, "/metadata/annotations", "{\"weir.io/cloud-terminations\": \"drain\"}");
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.large\"");
    aws.cloud
        .faults()
        .add(CloudFault.of(CloudFault.Kind.DENIED).forAction("PutLifecycleHook").times(1));

    var refused = catchThrowable(() -> aws.roll(pool));
    int before = calls("StartInstanceRefresh");
    aws.converge(pool);

    assertThat(refused).hasMessageContaining("PutLifecycleHook");
    assertThat(before).isZero();
    assertThat(calls("StartInstanceRefresh")).isEqualTo(1);
    assertThat(new GroupFeatureStep.PutHook("workers", drain(), false, "").canBeSkipped())
        .isFalse();
  }

  private Hook drain() throws ProviderException {
    return aws.desired(pool).group().settings().hooks().getFirst();
  }

  private List<LifecycleHook> hooks() throws ProviderException {
    return aws.externalClient()
        .describeHooks(
            DescribeLifecycleHooksRequest.builder().autoScalingGroupName("workers").build())
        .lifecycleHooks();
  }

  private void endExternally(String instance) throws ProviderException {
    aws.externalClient()
        .terminateInstance(
            TerminateInstanceInAutoScalingGroupRequest.builder()
                .instanceId(instance)
                .shouldDecrementDesiredCapacity(false)
                .build());
  }

  private String first() throws ProviderException {
    return aws.observeAll().get("workers").instances().getFirst().id();
  }

  private Optional<Instance.State> state(String id) throws ProviderException {
    return Map.copyOf(aws.observeAll()).get("workers").instances().stream()
        .filter(instance -> instance.id().equals(id))
        .map(Instance::state)
        .findFirst();
  }

  private int calls(String action) {
    return aws.cloud.journal().callCount(action);
  }
}
