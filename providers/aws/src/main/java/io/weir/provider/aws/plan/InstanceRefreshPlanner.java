package io.weir.provider.aws.plan;

import io.weir.provider.PlanStep;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.rollout.OwedRefresh;
import io.weir.provider.aws.rollout.Rollout;
import io.weir.provider.aws.rollout.RolloutState;
import java.time.Instant;
import java.util.Optional;

/** The next step of an instance refresh; pure. */
final class InstanceRefreshPlanner {

  private InstanceRefreshPlanner() {}

  static Optional<PlanStep> nextStep(AwsDesiredState want, Rollout rollout, Instant now) {
    return switch (rollout.state(want.refreshSettings(), now)) {
      case RolloutState.Superseded superseded ->
          Optional.of(
              new InstanceRefreshStep.CancelRefresh(
                  want.name(),
                  superseded.refresh().id(),
                  "it runs for an older change of the launch template and is %d %% done"
                      .formatted(superseded.refresh().percent())));
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
