package io.weir.provider.aws.plan;

import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.roll.Owed;
import io.weir.provider.aws.roll.Rollout;
import io.weir.provider.aws.roll.Standing;
import java.time.Instant;
import java.util.Optional;

/** The next step of an instance refresh; pure. */
final class RefreshPlan {

  private RefreshPlan() {}

  static Optional<Step> next(AwsDesired want, Rollout rollout, Instant now) {
    return switch (rollout.standing(want.refresh(), now)) {
      case Standing.Overtaken overtaken ->
          Optional.of(
              new RefreshStep.CancelRefresh(
                  want.name(),
                  overtaken.refresh().id(),
                  "it runs for an older change of the launch template and is %d %% done"
                      .formatted(overtaken.refresh().percent())));
      case Standing.Due due ->
          rollout
              .owed()
              .map(owed -> start(want, rollout, owed.asking(due.attempt(), due.newest())));
      case Standing.Settled _,
          Standing.Finishing _,
          Standing.Disabled _,
          Standing.Unseen _,
          Standing.Unreadable _,
          Standing.Suspended _,
          Standing.Running _,
          Standing.Waiting _,
          Standing.GivenUp _,
          Standing.Cancelled _ ->
          Optional.empty();
    };
  }

  private static Step start(AwsDesired want, Rollout rollout, Owed owed) {
    String because =
        "%d of %d instances do not use the newest launch template: %s"
            .formatted(rollout.outdated().size(), rollout.staying().size(), owed.because());
    return new RefreshStep.StartRefresh(want.name(), want.refresh(), owed, because);
  }
}
