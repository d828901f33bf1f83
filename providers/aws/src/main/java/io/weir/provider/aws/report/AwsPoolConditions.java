package io.weir.provider.aws.report;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolReadiness;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ReportContext.PoolBlocker;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.ObservedGroup;
import io.weir.provider.aws.plan.AwsStep;
import io.weir.provider.aws.plan.GroupFeatureStep;
import io.weir.provider.aws.plan.InstanceRefreshStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of an AWSMachinePool. The upstream provider's types and reasons where it has one
 * that fits. A hiccup that passes by itself changes nothing that is up already, so conditions do
 * not flap; before the first look nothing is said of what was not seen.
 *
 * @param hasHookCondition whether the pool already has a condition of its hooks, which stays, and
 *     would tell of a trouble that is over, when it has no hooks any more
 */
record AwsPoolConditions(
    ReportContext<AwsDesiredState, AwsObservedState> progress, boolean hasHookCondition) {

  /** Whether MachinePool spec.replicas lies within the group's bounds. */
  static final String REPLICAS_IN_RANGE = ConditionTypes.REPLICAS_IN_RANGE;

  private static final String REPLICAS_CLAMPED = "ReplicasClamped";
  private static final String NOT_OWNED = "NotOwned";
  private static final String DELETION_FAILED = "ASGDeletionFailed";
  private static final String TEMPLATE_STAYS = "LaunchTemplateDeletionFailed";
  private static final String INSTANCES_FAIL = "InstancesFailToLaunch";

  private static final String ERROR = "Error";
  private static final String WARNING = "Warning";
  private static final String INFO = "Info";

  List<Condition> all() {
    var conditions = new ArrayList<Condition>();
    template().ifPresent(conditions::add);
    group().ifPresent(conditions::add);
    hooks().ifPresent(conditions::add);
    if (!conditions.isEmpty()) {
      conditions.addFirst(SummaryCondition.of(AwsConditions.READY, conditions));
    }
    range().ifPresent(conditions::add);
    return conditions;
  }

  /** Told while there is trouble, and afterwards that it is over. */
  private Optional<Condition> hooks() {
    if (ofHooks()) {
      return anyFailure()
          .map(
              why ->
                  no(
                      AwsConditions.LIFECYCLE_HOOK_READY,
                      severity(),
                      step() instanceof GroupFeatureStep.DeleteHook
                          ? AwsConditions.LIFECYCLE_HOOK_DELETION_FAILED
                          : AwsConditions.LIFECYCLE_HOOK_UPDATE_FAILED,
                      why));
    }
    return progress.resolution().orElse(null)
                instanceof ResolveResult.Resolved<AwsDesiredState> resolved
            && (hasHookCondition || !resolved.desired().group().hooks().isEmpty())
            && progress.observation() instanceof Observation.Present<AwsObservedState>
        ? Optional.of(Condition.ofTrue(AwsConditions.LIFECYCLE_HOOK_READY))
        : Optional.empty();
  }

  private Optional<Condition> group() {
    if (progress.deleting()) {
      return Optional.of(deletion());
    }
    if (progress.resolution().orElse(null)
        instanceof ResolveResult.Blocked<AwsDesiredState> blocked) {
      var why = blocked.cause();
      String message = why.getMessage() + failed().map(other -> "; " + other).orElse("");
      return Optional.of(
          no(AwsConditions.ASG_READY, why.needsUserAction() ? ERROR : INFO, why.reason(), message));
    }
    return switch (progress.observation()) {
      case Observation.Unknown<AwsObservedState> _ -> unseen();
      case Observation.ProvenAbsent<AwsObservedState> _ -> Optional.of(missingGroup());
      case Observation.Present<AwsObservedState> there -> Optional.of(seen(there.state()));
    };
  }

  private Condition deletion() {
    if (hindrance().isPresent() && !isGroupGoing()) {
      return no(
          AwsConditions.ASG_READY,
          INFO,
          NOT_OWNED,
          PoolReadiness.leftAloneMessage(hindrance().get()));
    }
    if (progress.observation() instanceof Observation.Present<AwsObservedState> present
        && present.state().group().isEmpty()) {
      return no(
          AwsConditions.ASG_READY,
          INFO,
          AwsConditions.ASG_NOT_FOUND,
          "the Auto Scaling group is gone");
    }
    return progress
        .blocker()
        .filter(PoolBlocker::needsUserAction)
        .map(why -> no(AwsConditions.ASG_READY, ERROR, DELETION_FAILED, why.message()))
        .orElseGet(
            () ->
                no(
                    AwsConditions.ASG_READY,
                    WARNING,
                    AwsConditions.ASG_DELETION_IN_PROGRESS,
                    "waiting for the Auto Scaling group's instances to terminate"));
  }

  private Condition seen(AwsObservedState seen) {
    if (hindrance().isPresent()) {
      return no(AwsConditions.ASG_READY, ERROR, NOT_OWNED, hindrance().get());
    }
    if (seen.group().isEmpty()) {
      return missingGroup();
    }
    ObservedGroup observedGroup = seen.group().get();
    if (observedGroup.isDeleting()) {
      return no(
          AwsConditions.ASG_READY,
          WARNING,
          AwsConditions.ASG_DELETION_IN_PROGRESS,
          "Auto Scaling group %s is being deleted by somebody else; Weir recreates it once it is gone"
              .formatted(observedGroup.name()));
    }
    if (failed().isPresent() && ofGroup()) {
      return no(AwsConditions.ASG_READY, ERROR, AwsConditions.ASG_PROVISION_FAILED, failed().get());
    }
    return seen.problem()
        .map(
            why ->
                no(
                    AwsConditions.ASG_READY,
                    WARNING,
                    INSTANCES_FAIL,
                    "%d of %d instances are running or starting: %s"
                        .formatted(observedGroup.stayingCount(), observedGroup.desired(), why)))
        .orElseGet(this::asAskedFor);
  }

  /** What is passed over is told, although nothing is wrong with the group. */
  private Condition asAskedFor() {
    String remark =
        progress.resolution().orElse(null)
                instanceof ResolveResult.Resolved<AwsDesiredState> resolved
            ? resolved.desired().ignoredPlacement().orElse("")
            : "";
    return Condition.ofTrue(AwsConditions.ASG_READY, "", remark);
  }

  private Condition missingGroup() {
    return anyFailure()
        .filter(_ -> !ofTemplate())
        .map(
            why -> no(AwsConditions.ASG_READY, severity(), AwsConditions.ASG_PROVISION_FAILED, why))
        .orElseGet(
            () ->
                unknown(
                    AwsConditions.ASG_READY,
                    AwsConditions.ASG_NOT_FOUND,
                    "Auto Scaling group %s does not exist yet"
                        .formatted(progress.pool().cloudName())));
  }

  private Optional<Condition> unseen() {
    return failed().map(why -> unknown(AwsConditions.ASG_READY, AwsConditions.ASG_NOT_FOUND, why));
  }

  private Optional<Condition> template() {
    if (progress.deleting()) {
      return failed()
          .filter(_ -> ofTemplate())
          .map(why -> no(AwsConditions.LAUNCH_TEMPLATE_READY, ERROR, TEMPLATE_STAYS, why));
    }
    if (hindrance().isPresent()
        || progress.observation() instanceof Observation.Unknown<AwsObservedState>) {
      return Optional.empty();
    }
    boolean there =
        progress.observation() instanceof Observation.Present<AwsObservedState> present
            && present.state().template().isPresent();
    if (ofTemplate()) {
      var shown = there ? failed() : anyFailure();
      if (shown.isPresent()) {
        return Optional.of(
            no(
                AwsConditions.LAUNCH_TEMPLATE_READY,
                severity(),
                there
                    ? AwsConditions.LAUNCH_TEMPLATE_RECONCILE_FAILED
                    : AwsConditions.LAUNCH_TEMPLATE_CREATE_FAILED,
                shown.get()));
      }
    }
    return there
        ? Optional.of(Condition.ofTrue(AwsConditions.LAUNCH_TEMPLATE_READY))
        : Optional.of(
            unknown(
                AwsConditions.LAUNCH_TEMPLATE_READY,
                AwsConditions.LAUNCH_TEMPLATE_NOT_FOUND,
                "launch template %s does not exist yet".formatted(progress.pool().cloudName())));
  }

  private Optional<Condition> range() {
    return wanted()
        .map(
            want ->
                want.clampReason()
                    .map(why -> no(REPLICAS_IN_RANGE, WARNING, REPLICAS_CLAMPED, why))
                    .orElseGet(() -> Condition.ofTrue(REPLICAS_IN_RANGE)));
  }

  /** What is gone after now, be it a part of what is wanted. */
  private Optional<AwsDesiredState> wanted() {
    return switch (progress.resolution().orElse(null)) {
      case ResolveResult.Resolved<AwsDesiredState>(AwsDesiredState desired) -> Optional.of(desired);
      case ResolveResult.Blocked<AwsDesiredState>(var _, Optional<AwsDesiredState> meanwhile) ->
          meanwhile;
      case null, default -> Optional.empty();
    };
  }

  /** A template of others is no reason not to delete our group. */
  private boolean isGroupGoing() {
    return progress
        .observation()
        .observedState()
        .flatMap(seen -> seen.ownershipOfGroup(progress.pool(), progress.annotations()))
        .filter(ownership -> ownership.hindrance().isEmpty())
        .isPresent();
  }

  private Optional<String> hindrance() {
    return progress.hindrance();
  }

  private @Nullable PlanStep step() {
    return progress.failure().flatMap(ReportContext.CallFailure::step).orElse(null);
  }

  private boolean ofTemplate() {
    return step() instanceof AwsStep step && step.isTemplateWrite();
  }

  private boolean ofHooks() {
    return step() instanceof GroupFeatureStep.PutHook
        || step() instanceof GroupFeatureStep.DeleteHook;
  }

  private boolean ofRefresh() {
    return step() instanceof InstanceRefreshStep;
  }

  private boolean ofGroup() {
    return !ofTemplate() && !ofHooks() && !ofRefresh();
  }

  /** The failure that people must do something about. */
  private Optional<String> failed() {
    return progress
        .failure()
        .filter(each -> each.error().needsUserAction())
        .map(CallFailure::message);
  }

  private Optional<String> anyFailure() {
    return progress.failure().map(CallFailure::message);
  }

  private String severity() {
    return failed().isPresent() ? ERROR : WARNING;
  }

  private static Condition no(String type, String severity, String reason, String message) {
    return Condition.ofFalse(type, severity, reason, message);
  }

  private static Condition unknown(String type, String reason, String message) {
    return Condition.ofUnknown(type, reason, message);
  }
}
