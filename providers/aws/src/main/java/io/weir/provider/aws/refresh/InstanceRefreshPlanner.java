package io.weir.provider.aws.refresh;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.aws.template.LaunchTarget;
import io.weir.provider.aws.template.LaunchTrial;
import java.time.Instant;
import java.util.Optional;

/**
 * The next step of an instance refresh; pure.
 *
 * @param group its name
 * @param settings how instances are replaced
 * @param target where and as what instances are launched
 * @param roll what is to become of it
 */
public record InstanceRefreshPlanner(
    String group, InstanceRefreshSettings settings, LaunchTarget target, PoolIntent.Roll roll) {

  private static final String ROLL_ENDS = "the roll is to end";

  /** What is to be done; empty if nothing is. */
  public Optional<PlanStep> nextStep(Rollout rollout, Instant now) {
    return switch (rollout.state(settings, now)) {
      case RolloutState.Superseded(ObservedRefresh refresh) ->
          cancel(
              rollout,
              refresh,
              roll == PoolIntent.Roll.CANCEL
                  ? ROLL_ENDS
                  : "it runs for an older change of the launch template");
      case RolloutState.Running(ObservedRefresh refresh)
          when roll == PoolIntent.Roll.CANCEL && isOurs(rollout, refresh) ->
          cancel(rollout, refresh, ROLL_ENDS);
      case RolloutState.Due _ when roll != PoolIntent.Roll.PROCEED -> Optional.empty();
      case RolloutState.Due due ->
          rollout
              .owed()
              .flatMap(
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

  /** Not one of others, nor one that is about to end. */
  private static boolean isOurs(Rollout rollout, ObservedRefresh refresh) {
    return !refresh.isCancelling()
        && rollout.ownRefresh().filter(own -> own.id().equals(refresh.id())).isPresent();
  }

  private Optional<PlanStep> cancel(Rollout rollout, ObservedRefresh refresh, String why) {
    return rollout
        .owed()
        .map(
            owed ->
                new InstanceRefreshStep.CancelRefresh(
                    group,
                    refresh.id(),
                    owed.withoutAttempts(refresh.id()),
                    "%s and is %d %% done".formatted(why, refresh.percent())));
  }

  private Optional<PlanStep> start(Rollout rollout, OwedRefresh owedRefresh) {
    String because =
        "%d of %d instances do not use the newest launch template: %s"
            .formatted(
                rollout.outdated().size(),
                rollout.stayingInstances().size(),
                owedRefresh.because());
    return rollout
        .template()
        .map(used -> new LaunchTrial(used.id(), used.latestVersion(), target))
        .map(
            trial ->
                new InstanceRefreshStep.StartRefresh(
                    group,
                    settings,
                    owedRefresh,
                    trial,
                    rollout.stayingInstances().size(),
                    because));
  }
}
