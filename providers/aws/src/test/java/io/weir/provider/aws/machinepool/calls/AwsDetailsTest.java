package io.weir.provider.aws.machinepool.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolMarks;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.calls.LifecycleHookDetail;
import io.weir.provider.aws.group.calls.ScalingFailureDetail;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.refresh.ObservedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.refresh.calls.InstanceRefreshDetail;
import io.weir.provider.aws.tag.PoolTags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AwsDetailsTest {

  private static final Hook DRAIN =
      new Hook("drain", "autoscaling:EC2_INSTANCE_TERMINATING", "CONTINUE", 300, null, null, null);
  private static final AwsObservedState NO_GROUP = AwsObservedState.ABSENT;

  private final LifecycleHookDetail<AwsObservedState> hooks =
      new LifecycleHookDetail<>(AwsDetailsTest::calls);
  private final InstanceRefreshDetail<AwsObservedState> refreshes =
      new InstanceRefreshDetail<>(AwsDetailsTest::calls);
  private final ScalingFailureDetail<AwsObservedState> failures =
      new ScalingFailureDetail<>(AwsDetailsTest::calls);

  @Test
  void hooksOfAGroupAreReadEveryFourHoursAtATimeOfItsOwn() {
    assertThat(hooks.need(ofSize(3), Optional.empty(), false))
        .isEqualTo(DetailNeed.spread(Duration.ofHours(4)))
        .isEqualTo(hooks.need(ofSize(3), Optional.of(Map.of("drain", DRAIN)), true));
  }

  @Test
  void aGroupThatHadNoHooksIsNotReadAgain() {
    assertThat(hooks.need(ofSize(3), Optional.of(Map.of()), false))
        .isEqualTo(new DetailNeed.Keep());
    assertThat(hooks.need(NO_GROUP, Optional.empty(), false)).isEqualTo(new DetailNeed.NotNeeded());
  }

  @Test
  void hooksThatCannotBeReadAreThoseThatWereKnown() {
    var known = Map.of("drain", DRAIN);

    var failed = hooks.with(ofSize(3), new PerPoolRead.Failed<>("denied", Optional.of(known)));

    assertThat(failed.group().orElseThrow().hooks()).contains(known);
    assertThat(hooks.valueIn(failed)).contains(known);
  }

  @Test
  void refreshesAreReadOftenWhileOneRunsSeldomOtherwiseAndNeverUnlessWanted() {
    var running = new RefreshObservation.Read(List.of(ObservedRefresh.pending("r-1")));
    var still = new RefreshObservation.Read(List.of());

    assertThat(refreshes.need(ofSize(3), Optional.empty(), false))
        .isEqualTo(new DetailNeed.NotNeeded());
    assertThat(refreshes.need(ofSize(3), Optional.of(running), true))
        .isEqualTo(DetailNeed.atOnce(Duration.ofSeconds(2)));
    assertThat(refreshes.need(ofSize(3), Optional.of(still), true))
        .isEqualTo(DetailNeed.atOnce(Duration.ofMinutes(1)));
  }

  @Test
  void refreshesThatCannotBeReadAreNotThoseThatWereKnown() {
    var known = new RefreshObservation.Read(List.of());

    var failed = refreshes.with(ofSize(3), new PerPoolRead.Failed<>("503", Optional.of(known)));

    assertThat(failed.refreshes()).isEqualTo(new RefreshObservation.Unreadable("503"));
    assertThat(refreshes.valueIn(failed)).isEmpty();
  }

  @Test
  void aGroupIsAskedWhyItIsShortOnceItHasBeenSoForAWhile() {
    assertThat(failures.need(ofSize(0), Optional.empty(), true))
        .isEqualTo(new DetailNeed.NotNeeded());
    assertThat(failures.need(ofSize(3), Optional.empty(), false))
        .isEqualTo(DetailNeed.after(Duration.ofSeconds(10), Duration.ofMinutes(1)));
  }

  @Test
  void aGroupThatIsNoPoolsIsNotAskedWhyItIsShort() {
    var unmarked = ofSize(3).withGroup(group -> group.withTags(Map.of("Name", "workers")));

    assertThat(failures.need(unmarked, Optional.empty(), true))
        .isEqualTo(new DetailNeed.NotNeeded());
  }

  @Test
  void thatAwsSaysNothingOfAShortageIsNoProblem() {
    var silent = failures.with(ofSize(3), new PerPoolRead.Read<>(""));

    assertThat(silent.problem()).isEmpty();
  }

  /** A group that wants so many instances and has none. */
  private static AwsObservedState ofSize(int desired) {
    return new AwsObservedState(
        Optional.of(
            new ObservedGroup(
                "workers",
                "",
                0,
                10,
                desired,
                List.of("subnet-1"),
                Optional.empty(),
                null,
                false,
                300,
                0,
                "",
                PoolTags.ofMarks(new PoolMarks("uid", "AWSMachinePool/team/workers")),
                List.of(),
                Set.of())),
        Optional.empty());
  }

  private static PoolCalls calls(CloudScope cloudScope) {
    throw new AssertionError("nothing is to be read in " + cloudScope);
  }
}
