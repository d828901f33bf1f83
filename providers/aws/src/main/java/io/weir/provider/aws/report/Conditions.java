package io.weir.provider.aws.report;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.PoolName;
import io.weir.provider.Progress;
import io.weir.provider.Progress.Failure;
import io.weir.provider.Resolution;
import io.weir.provider.Step;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.plan.AwsStep;
import io.weir.provider.aws.plan.RefreshStep;
import io.weir.provider.aws.plan.UpkeepStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of an AWSMachinePool. The upstream provider's types and reasons where it has one
 * that fits. A hiccup that passes by itself changes nothing that is up already, so conditions do
 * not flap; before the first look nothing is said of what was not seen.
 *
 * @param hooksTold whether the pool already has a condition of its hooks, which stays, and would
 *     tell of a trouble that is over, when it has no hooks any more
 */
record Conditions(PoolName pool, Progress<AwsDesired, AwsObserved> progress, boolean hooksTold) {

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
      conditions.addFirst(Summary.of(AwsConditions.READY, conditions));
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
                      step() instanceof UpkeepStep.DeleteHook
                          ? AwsConditions.LIFECYCLE_HOOK_DELETION_FAILED
                          : AwsConditions.LIFECYCLE_HOOK_UPDATE_FAILED,
                      why));
    }
    return progress.resolution().orElse(null) instanceof Resolution.Resolved<AwsDesired> resolved
            && (hooksTold || !resolved.desired().group().hooks().isEmpty())
            && progress.seen() instanceof Observation.Seen<AwsObserved>
        ? Optional.of(Condition.isTrue(AwsConditions.LIFECYCLE_HOOK_READY))
        : Optional.empty();
  }

  private Optional<Condition> group() {
    if (progress.deleting()) {
      return Optional.of(deletion());
    }
    if (progress.resolution().orElse(null) instanceof Resolution.Blocked<AwsDesired> blocked) {
      var why = blocked.why();
      String message = why.getMessage() + failed().map(other -> "; " + other).orElse("");
      return Optional.of(
          no(AwsConditions.ASG_READY, why.mistake() ? ERROR : INFO, why.reason(), message));
    }
    return switch (progress.seen()) {
      case Observation.Unknown<AwsObserved> _ -> unseen();
      case Observation.ProvenAbsent<AwsObserved> _ -> Optional.of(missingGroup());
      case Observation.Seen<AwsObserved> there -> Optional.of(seen(there.observed()));
    };
  }

  private Condition deletion() {
    if (foreign().isPresent()) {
      return no(AwsConditions.ASG_READY, INFO, NOT_OWNED, "left alone: " + foreign().get());
    }
    if (progress.seen() instanceof Observation.Seen<AwsObserved> seen
        && seen.observed().group().isEmpty()) {
      return no(
          AwsConditions.ASG_READY,
          INFO,
          AwsConditions.ASG_NOT_FOUND,
          "the Auto Scaling group is gone");
    }
    return failed()
        .map(why -> no(AwsConditions.ASG_READY, ERROR, DELETION_FAILED, why))
        .orElseGet(
            () ->
                no(
                    AwsConditions.ASG_READY,
                    WARNING,
                    AwsConditions.ASG_DELETION_IN_PROGRESS,
                    "waiting for the Auto Scaling group's instances to terminate"));
  }

  private Condition seen(AwsObserved seen) {
    if (foreign().isPresent()) {
      return no(AwsConditions.ASG_READY, ERROR, NOT_OWNED, foreign().get());
    }
    if (seen.group().isEmpty()) {
      return missingGroup();
    }
    Group group = seen.group().get();
    if (group.deleting()) {
      return no(
          AwsConditions.ASG_READY,
          WARNING,
          AwsConditions.ASG_DELETION_IN_PROGRESS,
          "Auto Scaling group %s is being deleted by somebody else; Weir recreates it once it is gone"
              .formatted(group.name()));
    }
    if (failed().isPresent() && ofGroup()) {
      return no(AwsConditions.ASG_READY, ERROR, AwsConditions.ASG_PROVISION_FAILED, failed().get());
    }
    return seen.trouble()
        .map(
            why ->
                no(
                    AwsConditions.ASG_READY,
                    WARNING,
                    INSTANCES_FAIL,
                    "%d of %d instances are running or starting: %s"
                        .formatted(group.staying(), group.desired(), why)))
        .orElseGet(this::asAskedFor);
  }

  /** What is passed over is told, although nothing is wrong with the group. */
  private Condition asAskedFor() {
    String remark =
        progress.resolution().orElse(null) instanceof Resolution.Resolved<AwsDesired> resolved
            ? resolved.desired().passedOver().orElse("")
            : "";
    return Condition.isTrue(AwsConditions.ASG_READY, "", remark);
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
                    "Auto Scaling group %s does not exist yet".formatted(pool.cloudName())));
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
    if (foreign().isPresent() || progress.seen() instanceof Observation.Unknown<AwsObserved>) {
      return Optional.empty();
    }
    boolean there =
        progress.seen() instanceof Observation.Seen<AwsObserved> seen
            && seen.observed().template().isPresent();
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
        ? Optional.of(Condition.isTrue(AwsConditions.LAUNCH_TEMPLATE_READY))
        : Optional.of(
            unknown(
                AwsConditions.LAUNCH_TEMPLATE_READY,
                AwsConditions.LAUNCH_TEMPLATE_NOT_FOUND,
                "launch template %s does not exist yet".formatted(pool.cloudName())));
  }

  private Optional<Condition> range() {
    return wanted()
        .map(
            want ->
                want.clamped()
                    .map(why -> no(REPLICAS_IN_RANGE, WARNING, REPLICAS_CLAMPED, why))
                    .orElseGet(() -> Condition.isTrue(REPLICAS_IN_RANGE)));
  }

  /** What is gone after now, be it a part of what is wanted. */
  private Optional<AwsDesired> wanted() {
    return switch (progress.resolution().orElse(null)) {
      case Resolution.Resolved<AwsDesired>(AwsDesired desired) -> Optional.of(desired);
      case Resolution.Blocked<AwsDesired>(var _, Optional<AwsDesired> meanwhile) -> meanwhile;
      case null, default -> Optional.empty();
    };
  }

  private Optional<String> foreign() {
    return progress.seen().foreign(pool, progress.notes());
  }

  private @Nullable Step step() {
    return progress.failure().flatMap(Progress.Failure::step).orElse(null);
  }

  private boolean ofTemplate() {
    return step() instanceof AwsStep step && step.ofTemplate();
  }

  private boolean ofHooks() {
    return step() instanceof UpkeepStep.PutHook || step() instanceof UpkeepStep.DeleteHook;
  }

  private boolean ofRefresh() {
    return step() instanceof RefreshStep;
  }

  private boolean ofGroup() {
    return !ofTemplate() && !ofHooks() && !ofRefresh();
  }

  /** The failure that people must do something about. */
  private Optional<String> failed() {
    return progress.failure().filter(each -> each.error().needsPeople()).map(Failure::sentence);
  }

  private Optional<String> anyFailure() {
    return progress.failure().map(Failure::sentence);
  }

  private String severity() {
    return failed().isPresent() ? ERROR : WARNING;
  }

  private static Condition no(String type, String severity, String reason, String message) {
    return Condition.isFalse(type, severity, reason, message);
  }

  private static Condition unknown(String type, String reason, String message) {
    return Condition.isUnknown(type, reason, message);
  }
}
