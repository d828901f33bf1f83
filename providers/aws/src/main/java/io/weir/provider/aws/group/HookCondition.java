package io.weir.provider.aws.group;

import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.Observation;
import io.weir.provider.ReportContext;
import io.weir.provider.aws.api.AwsConditions;
import java.util.Optional;

/**
 * Whether the lifecycle hooks are as asked for: told while there are some, or one cannot be
 * removed.
 *
 * @param progress what a pass found out
 * @param want the group; absent while it is not known what it should be
 */
public record HookCondition(ReportContext<?, ?> progress, Optional<DesiredGroup> want) {

  /** The condition; empty while there is nothing to tell. */
  public Optional<Condition> toCondition() {
    var failed = FailedCall.of(progress);
    if (GroupFeatureStep.isOfHooks(failed.step())) {
      return failed
          .message()
          .map(
              why ->
                  Condition.ofFalse(
                      AwsConditions.LIFECYCLE_HOOK_READY,
                      failed.severity(),
                      failed.step() instanceof GroupFeatureStep.DeleteHook
                          ? AwsConditions.LIFECYCLE_HOOK_DELETION_FAILED
                          : AwsConditions.LIFECYCLE_HOOK_UPDATE_FAILED,
                      why));
    }
    return known()
        .filter(group -> !group.settings().hooks().isEmpty())
        .map(_ -> Condition.ofTrue(AwsConditions.LIFECYCLE_HOOK_READY));
  }

  /**
   * Whether there is nothing that it could be said of: the last hook has gone. One of ours that is
   * still to be removed has not.
   */
  public boolean isInapplicable() {
    return !GroupFeatureStep.isOfHooks(FailedCall.of(progress).step())
        && GroupAnnotations.HOOKS.read(progress.annotations()).isEmpty()
        && known().filter(group -> group.settings().hooks().isEmpty()).isPresent();
  }

  private Optional<DesiredGroup> known() {
    return want.filter(_ -> progress.observation() instanceof Observation.Present<?>);
  }
}
