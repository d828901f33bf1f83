package io.weir.provider.aws.plan;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.observed.ObservedRefresh;
import io.weir.provider.aws.rollout.OwedRefresh;
import io.weir.provider.aws.rollout.Rollout;
import io.weir.provider.aws.rollout.RolloutState;
import java.time.Instant;
import java.util.Optional;

/** The next step of an instance refresh; pure. */
final class InstanceRefreshPlanner {

  private InstanceRefreshPlanner() {}

  static Optional<PlanStep> nextStep(
      PoolIntent.Converge<AwsDesiredState> intent, Rollout rollout, Instant now) {
    AwsDesiredState want = intent.desired();
    return switch (rollout.state(want.refreshSettings(), now)) {
      case RolloutState.Superseded(ObservedRefresh refresh) ->
          Optional.of(cancel(want, refresh, "it runs for an older change of the launch template"));
      case RolloutState.Running(ObservedRefresh refresh)
          when intent.roll() == PoolIntent.Roll.CANCEL && !refresh.isCancelling() ->
          Optional.of(cancel(want, refresh, "the roll is to end"));
      case RolloutState.Due _ when intent.roll() != PoolIntent.Roll.PROCEED -> Optional.empty();
      case RolloutState.Due due ->
          rollout
              .owed()
              .map(
                  owedRefresh ->
                      start(
                          want, rollout, owedRefresh.withNewAttempt(due.attempt(), due.newest())));
      case RolloutState.Settled _,
          RolloutState.Finishing _,
          RolloutState.Disabled _,
          RolloutState.Unknown _,
          RolloutState.Unreadable _,
          RolloutState.Suspended _,
          RolloutState.Running _,
          RolloutState.BackingOff _,
          RolloutState.RetriesExhausted _,
          RolloutState.Cancelled _ ->
          Optional.empty();
    };
  }

  private static PlanStep cancel(AwsDesiredState want, ObservedRefresh refresh, String why) {
    return new InstanceRefreshStep.CancelRefresh(
        want.name(), refresh.id(), "%s and is %d %% done".formatted(why, refresh.percent()));
  }

  private static PlanStep start(AwsDesiredState want, Rollout rollout, OwedRefresh owedRefresh) {
    String because =
        "%d of %d instances do not use the newest launch template: %s"
            .formatted(
                rollout.outdated().size(),
                rollout.stayingInstances().size(),
                owedRefresh.because());
    return new InstanceRefreshStep.StartRefresh(
        want.name(), want.refreshSettings(), owedRefresh, because);
  }
}
