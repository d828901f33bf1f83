package io.weir.provider.aws.group;

import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.ReportContext;
import io.weir.provider.aws.account.FailedCall;
import io.weir.provider.aws.api.AwsConditions;
import java.util.Optional;

/**
 * Whether the lifecycle hooks are as asked for: told while there is trouble, and afterwards that it
 * is over.
 *
 * @param progress what a pass found out
 * @param want the group; absent while it is not known what it should be
 * @param isReported whether the pool already has the condition, which stays, and would tell of a
 *     trouble that is over, when it has no hooks any more
 */
public record HookCondition(
    ReportContext<?, ?> progress, Optional<DesiredGroup> want, boolean isReported) {

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
    boolean told =
        progress.observation() instanceof Observation.Present<?>
            && want.filter(group -> isReported || !group.settings().hooks().isEmpty()).isPresent();
    return told
        ? Optional.of(Condition.ofTrue(AwsConditions.LIFECYCLE_HOOK_READY))
        : Optional.empty();
  }
}
