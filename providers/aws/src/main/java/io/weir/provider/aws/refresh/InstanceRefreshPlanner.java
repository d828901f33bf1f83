package io.weir.provider.aws.refresh;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import java.time.Instant;
import java.util.Optional;

/**
 * The next step of an instance refresh; pure.
 *
 * @param group its name
 * @param settings how instances are replaced
 * @param roll what is to become of it
 */
public record InstanceRefreshPlanner(
    String group, InstanceRefreshSettings settings, PoolIntent.Roll roll) {

  /** What is to be done; empty if nothing is. */
  public Optional<PlanStep> nextStep(Rollout rollout, Instant now) {
    return switch (rollout.state(settings, now)) {
      case RolloutState.Superseded(ObservedRefresh refresh) ->
          Optional.of(cancel(refresh, "it runs for an older change of the launch template"));
      case RolloutState.Running(ObservedRefresh refresh)
          when roll == PoolIntent.Roll.CANCEL && !refresh.isCancelling() ->
          Optional.of(cancel(refresh, "the roll is to end"));
      case RolloutState.Due _ when roll != PoolIntent.Roll.PROCEED -> Optional.empty();
      case RolloutState.Due due ->
          rollout
              .owed()
              .map(
                  owedRefresh ->
                      start(rollout, owedRefresh.withNewAttempt(due.attempt(), due.newest())));
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

  private PlanStep cancel(ObservedRefresh refresh, String why) {
    return new InstanceRefreshStep.CancelRefresh(
        group, refresh.id(), "%s and is %d %% done".formatted(why, refresh.percent()));
  }

  private PlanStep start(Rollout rollout, OwedRefresh owedRefresh) {
    String because =
        "%d of %d instances do not use the newest launch template: %s"
            .formatted(
                rollout.outdated().size(),
                rollout.stayingInstances().size(),
                owedRefresh.because());
    return new InstanceRefreshStep.StartRefresh(group, settings, owedRefresh, because);
  }
}
