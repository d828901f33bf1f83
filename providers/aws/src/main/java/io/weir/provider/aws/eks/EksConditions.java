package io.weir.provider.aws.eks;

import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PoolReadiness.ReadinessState;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.SummaryCondition;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.group.GroupFeatureStep;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.managed.SpecAppliedCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The conditions of an AWSManagedMachinePool: upstream's types and reasons where it has one that
 * fits.
 */
record EksConditions(ReportContext<EksDesiredState, EksObservedState> progress) {

  List<Condition> all() {
    var conditions = new ArrayList<Condition>();
    conditions.addAll(nodegroup());
    failure(
            RoleStep.class::isInstance,
            AwsConditions.IAM_NODEGROUP_ROLES_READY,
            AwsConditions.IAM_NODEGROUP_ROLES_RECONCILIATION_FAILED)
        .or(this::missingRole)
        .or(this::role)
        .ifPresent(conditions::add);
    failure(
            TemplateStep::isTemplateWrite,
            AwsConditions.LAUNCH_TEMPLATE_READY,
            AwsConditions.LAUNCH_TEMPLATE_RECONCILE_FAILED)
        .or(this::template)
        .ifPresent(conditions::add);
    failure(
            GroupFeatureStep::isOfHooks,
            AwsConditions.LIFECYCLE_HOOK_READY,
            AwsConditions.LIFECYCLE_HOOK_UPDATE_FAILED)
        .or(this::hooks)
        .ifPresent(conditions::add);
    if (!conditions.isEmpty()) {
      conditions.addFirst(
          SummaryCondition.of(
              AwsConditions.READY, conditions, progress.revertedWrite().orElse("")));
    }
    desired().ifPresent(want -> conditions.addAll(ofSpec(want)));
    return conditions;
  }

  private List<Condition> nodegroup() {
    return PoolReadiness.of(progress, this::special)
        .map(
            how ->
                how.toConditions(
                    PoolKind.ConditionStyle.WITH_SEVERITY,
                    Map.of(
                        ReadinessState.WAITING,
                        waitingReason(),
                        ReadinessState.BLOCKED,
                        AwsConditions.EKS_NODEGROUP_RECONCILIATION_FAILED,
                        ReadinessState.DEGRADED,
                        AwsConditions.EKS_NODEGROUP_RECONCILIATION_FAILED),
                    AwsConditions.EKS_NODEGROUP_READY))
        .orElse(List.of());
  }

  private String waitingReason() {
    if (progress.deleting()) {
      return AwsConditions.DELETING;
    }
    return blocker().map(PrerequisiteException::reason).orElse(AwsConditions.CREATING);
  }

  /** What goes before all that can be said of any pool. */
  private Optional<PoolReadiness> special(EksObservedState seen) {
    String name = progress.pool().cloudName();
    if (seen.nodegroup().isEmpty()) {
      return Optional.of(
          PoolReadiness.waiting(
              progress.deleting()
                  ? "node group %s is gone, what belongs to it is being deleted".formatted(name)
                  : "node group %s does not exist yet".formatted(name)));
    }
    ObservedNodegroup there = seen.nodegroup().get();
    String issues = seen.problem().map(": "::concat).orElse("");
    return switch (there.status()) {
      case "CREATING" ->
          Optional.of(PoolReadiness.waiting("EKS creates node group %s".formatted(name) + issues));
      case "DELETING" ->
          Optional.of(
              PoolReadiness.waiting(
                  "EKS deletes node group %s, %d nodes are left%s"
                      .formatted(name, seen.instances().size(), issues)));
      case "CREATE_FAILED" ->
          Optional.of(
              PoolReadiness.blocked(
                  "EKS could not create node group %s%s; correct what it names: Weir creates it anew"
                      .formatted(name, issues)));
      case "DELETE_FAILED" ->
          Optional.of(
              PoolReadiness.blocked(
                  "EKS could not delete node group %s%s; correct what it names"
                      .formatted(name, issues)));
      default -> Optional.empty();
    };
  }

  /** That the last write of a kind failed, in a way that people must act on. */
  private Optional<Condition> failure(Predicate<PlanStep> of, String type, String reason) {
    return progress
        .failure()
        .filter(failed -> failed.error().needsUserAction())
        .filter(failed -> failed.step().filter(of).isPresent())
        .map(failed -> Condition.ofFalse(type, AwsConditions.ERROR, reason, failed.message()));
  }

  private Optional<Condition> missingRole() {
    return blocker()
        .filter(why -> why.reason().equals(AwsReasons.ROLE_NOT_FOUND))
        .map(
            why ->
                Condition.ofFalse(
                    AwsConditions.IAM_NODEGROUP_ROLES_READY,
                    AwsConditions.ERROR,
                    why.reason(),
                    String.valueOf(why.getMessage())));
  }

  private Optional<Condition> role() {
    boolean known =
        desired()
                .filter(
                    want ->
                        want.role() instanceof DesiredRole.Given
                            || (want.role() instanceof DesiredRole.Made
                                && seen().flatMap(EksObservedState::role).isPresent()))
                .isPresent()
            && !progress.deleting();
    return known
        ? Optional.of(Condition.ofTrue(AwsConditions.IAM_NODEGROUP_ROLES_READY))
        : Optional.empty();
  }

  private Optional<Condition> template() {
    return seen()
        .filter(_ -> progress.ownershipConflict().isEmpty() && !progress.deleting())
        .flatMap(EksObservedState::template)
        .map(_ -> Condition.ofTrue(AwsConditions.LAUNCH_TEMPLATE_READY));
  }

  private Optional<Condition> hooks() {
    return desired()
        .filter(want -> !want.nodegroup().hooks().isEmpty())
        .filter(_ -> seen().flatMap(EksObservedState::group).isPresent())
        .map(_ -> Condition.ofTrue(AwsConditions.LIFECYCLE_HOOK_READY));
  }

  private List<Condition> ofSpec(EksDesiredState want) {
    var conditions = new ArrayList<Condition>();
    conditions.add(
        want.nodegroup()
            .size()
            .clampReason()
            .map(
                why ->
                    Condition.ofFalse(
                        AwsConditions.REPLICAS_IN_RANGE,
                        AwsConditions.WARNING,
                        AwsConditions.REPLICAS_CLAMPED,
                        why))
            .orElseGet(() -> Condition.ofTrue(AwsConditions.REPLICAS_IN_RANGE)));
    if (progress.ownershipConflict().isEmpty() && !progress.deleting()) {
      seen()
          .ifPresent(
              seen ->
                  seen.nodegroup()
                      .filter(there -> !there.isDeleting())
                      .ifPresent(
                          there -> {
                            conditions.add(applied(want, there));
                            conditions.add(upToDate(want, seen, there));
                          }));
    }
    return conditions;
  }

  private Condition applied(EksDesiredState want, ObservedNodegroup there) {
    var changes = NodegroupChanges.between(want.nodegroup(), there, progress.annotations());
    var fixed = new ArrayList<>(want.nodegroup().fixedFieldsThatDiffer(there));
    if (want.hasOwnTemplate() != there.template().isPresent() || lostItsTemplate(there)) {
      fixed.add("awsLaunchTemplate");
    }
    return severe(
        new SpecAppliedCondition(
                there.name(),
                fixed,
                changes.differences(),
                "node group is " + there.status(),
                want.remarks())
            .toCondition(),
        fixed.isEmpty() ? AwsConditions.INFO : AwsConditions.WARNING);
  }

  /** A node group keeps the launch template that it was created with, be that gone. */
  private boolean lostItsTemplate(ObservedNodegroup there) {
    return seen()
        .flatMap(EksObservedState::template)
        .filter(
            template ->
                there.template().filter(used -> !used.id().equals(template.id())).isPresent())
        .isPresent();
  }

  private Condition upToDate(EksDesiredState want, EksObservedState seen, ObservedNodegroup there) {
    Optional<PrerequisiteException> blocker = blocker();
    if (!want.isTemplateKnown() && blocker.isPresent()) {
      return Condition.ofUnknown(
          AwsConditions.INSTANCES_UP_TO_DATE,
          blocker.get().reason(),
          "what nodes should be created from is unknown: " + blocker.get().getMessage());
    }
    Condition ofVersion = want.upgrade(there).toCondition();
    if (ofVersion.isTrue()) {
      var due = EksPlanner.roll(want, seen, there, progress.annotations());
      boolean stale =
          want.template()
              .flatMap(
                  template ->
                      seen.template().filter(found -> !EksPlanner.isCurrent(template, found)))
              .isPresent();
      if (due.isPresent() || stale) {
        return Condition.ofFalse(
            AwsConditions.INSTANCES_UP_TO_DATE,
            AwsConditions.INFO,
            AwsConditions.ROLLING_OUT,
            "nodes are to be replaced: "
                + due.map(PlanStep::reason).orElse("the launch template gets a new version"));
      }
    }
    boolean passes =
        Stream.of("Upgrading", "WaitingForCluster").anyMatch(ofVersion.reason()::equals);
    return severe(ofVersion, passes ? AwsConditions.INFO : AwsConditions.WARNING);
  }

  /** A condition in the form with severities. */
  private static Condition severe(Condition plain, String severity) {
    return plain.isTrue()
        ? Condition.ofTrue(plain.type(), "", plain.message())
        : Condition.ofFalse(plain.type(), severity, plain.reason(), plain.message());
  }

  private Optional<PrerequisiteException> blocker() {
    return progress.resolution().flatMap(ResolveResult::blocker);
  }

  private Optional<EksObservedState> seen() {
    return progress.observation() instanceof Observation.Present<EksObservedState> there
        ? Optional.of(there.state())
        : Optional.empty();
  }

  private Optional<EksDesiredState> desired() {
    return progress.resolution().flatMap(ResolveResult::target);
  }
}
