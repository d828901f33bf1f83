package io.weir.provider.aws.group;

import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolReadiness;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.PoolBlocker;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.template.TemplateStep;
import java.util.List;
import java.util.Optional;

/**
 * Whether the Auto Scaling group is there and as asked for. Before the first look nothing is said
 * of what was not seen.
 *
 * @param progress what a pass found out
 * @param failed the call that failed in it
 * @param seen the group
 * @param want what it should be; absent while it is not known
 */
public record GroupCondition(
    ReportContext<?, ?> progress,
    FailedCall failed,
    Optional<ObservedGroup> seen,
    Optional<DesiredGroup> want) {

  /** That of a pass. */
  public GroupCondition(
      ReportContext<?, ?> progress, Optional<ObservedGroup> seen, Optional<DesiredGroup> want) {
    this(progress, FailedCall.of(progress), seen, want);
  }

  /** The condition; empty while there is nothing to tell. */
  public Optional<Condition> toCondition() {
    if (progress.deleting()) {
      return Optional.of(deletion());
    }
    if (progress.resolution().orElse(null) instanceof ResolveResult.Blocked<?> blocked) {
      var why = blocked.cause();
      String message =
          why.getMessage() + failed.needingUserAction().map(other -> "; " + other).orElse("");
      return Optional.of(
          no(
              why.needsUserAction() ? AwsConditions.ERROR : AwsConditions.INFO,
              why.reason(),
              message));
    }
    return switch (progress.observation()) {
      case Observation.Unknown<?> _ ->
          failed.needingUserAction().map(why -> unknown(AwsConditions.ASG_NOT_FOUND, why));
      case Observation.ProvenAbsent<?> _ -> Optional.of(missing());
      case Observation.Present<?> _ -> Optional.of(present());
    };
  }

  private Condition deletion() {
    if (progress.ownershipConflict().isPresent() && !isGoing()) {
      return no(
          AwsConditions.INFO,
          AwsConditions.NOT_OWNED,
          PoolReadiness.leftAloneMessage(progress.ownershipConflict().get()));
    }
    if (progress.observation() instanceof Observation.Present<?> there && seen.isEmpty()) {
      return gone(there.state().instances());
    }
    return progress
        .blocker()
        .filter(PoolBlocker::needsUserAction)
        .map(why -> no(AwsConditions.ERROR, AwsConditions.ASG_DELETION_FAILED, why.message()))
        .orElseGet(
            () ->
                no(
                    AwsConditions.WARNING,
                    AwsConditions.ASG_DELETION_IN_PROGRESS,
                    "waiting for the Auto Scaling group's instances to terminate"));
  }

  private static Condition gone(List<Instance> outliving) {
    return outliving.isEmpty()
        ? no(AwsConditions.INFO, AwsConditions.ASG_NOT_FOUND, "the Auto Scaling group is gone")
        : no(
            AwsConditions.WARNING,
            AwsConditions.ASG_DELETION_IN_PROGRESS,
            "the Auto Scaling group is gone, and %d of its instances are not terminated yet, such as %s: they should end by themselves; terminate those that do not"
                .formatted(outliving.size(), outliving.getFirst().id()));
  }

  /** A template of others is no reason not to delete our group. */
  private boolean isGoing() {
    return seen.map(group -> group.ownership(progress.pool()))
        .filter(ownership -> ownership.conflict().isEmpty())
        .isPresent();
  }

  private Condition present() {
    if (progress.ownershipConflict().isPresent()) {
      return no(AwsConditions.ERROR, AwsConditions.NOT_OWNED, progress.ownershipConflict().get());
    }
    if (seen.isEmpty()) {
      return missing();
    }
    ObservedGroup group = seen.get();
    if (group.isDeleting()) {
      return no(
          AwsConditions.WARNING,
          AwsConditions.ASG_DELETION_IN_PROGRESS,
          "Auto Scaling group %s is being deleted by somebody else; Weir recreates it once it is gone"
              .formatted(group.name()));
    }
    if (failed.needingUserAction().isPresent() && GroupStep.isGroupCall(failed.step())) {
      return no(
          AwsConditions.ERROR,
          AwsConditions.ASG_PROVISION_FAILED,
          failed.needingUserAction().get());
    }
    return group
        .problem()
        .map(
            why ->
                no(
                    AwsConditions.WARNING,
                    AwsConditions.INSTANCES_FAIL_TO_LAUNCH,
                    "%d of %d instances are running or starting: %s"
                        .formatted(group.stayingCount(), group.desired(), why)))
        .orElseGet(this::asAskedFor);
  }

  /** What is passed over is told, although nothing is wrong with the group. */
  private Condition asAskedFor() {
    return Condition.ofTrue(
        AwsConditions.ASG_READY, "", want.flatMap(DesiredGroup::ignoredPlacement).orElse(""));
  }

  private Condition missing() {
    return failed
        .message()
        .filter(_ -> !TemplateStep.isTemplateWrite(failed.step()))
        .map(why -> no(failed.severity(), AwsConditions.ASG_PROVISION_FAILED, why))
        .orElseGet(
            () ->
                unknown(
                    AwsConditions.ASG_NOT_FOUND,
                    "Auto Scaling group %s does not exist yet"
                        .formatted(progress.pool().cloudName())));
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AwsConditions.ASG_READY, severity, reason, message);
  }

  private static Condition unknown(String reason, String message) {
    return Condition.ofUnknown(AwsConditions.ASG_READY, reason, message);
  }
}
