package io.weir.provider.gcp.machinepool;

import io.weir.api.Excerpt;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.FailedCall;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.api.GcpConditions;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.GroupPlanner;
import io.weir.provider.gcp.group.GroupStep;
import io.weir.provider.gcp.group.ObservedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The conditions of a GCPMachinePool: upstream's types and reasons where it has one that fits, and
 * always a reason, which the kind demands. An existing pool stays Ready while it is scaled or
 * changed and through failures that pass by themselves.
 */
record GcpPoolConditions(ReportContext<DesiredGroup, ObservedGroup> progress) {

  List<Condition> all() {
    var parts = new ArrayList<Condition>();
    template().ifPresent(parts::add);
    group().ifPresent(parts::add);
    var all = new ArrayList<Condition>();
    parts.stream()
        .filter(each -> !each.isTrue())
        .findFirst()
        .or(() -> parts.stream().reduce((_, last) -> last))
        .map(
            worst ->
                new Condition(
                    GcpConditions.READY, worst.status(), "", worst.reason(), worst.message()))
        .ifPresent(all::add);
    all.addAll(parts);
    instances().ifPresent(all::add);
    return all.stream().map(GcpPoolConditions::printable).toList();
  }

  /** Google's own words are in them. */
  private static Condition printable(Condition condition) {
    return new Condition(
        condition.type(),
        condition.status(),
        "",
        condition.reason(),
        Excerpt.printable(condition.message()));
  }

  private Optional<Condition> template() {
    if (progress.deleting()) {
      return Optional.empty();
    }
    Optional<PrerequisiteException> blocker = progress.resolution().flatMap(ResolveResult::blocker);
    if (blocker.isPresent()) {
      return Optional.of(
          no(
              GcpConditions.TEMPLATE_READY,
              blocker.get().reason(),
              String.valueOf(blocker.get().getMessage())));
    }
    return GcpReporter.target(progress).flatMap(this::template);
  }

  private Optional<Condition> template(DesiredGroup want) {
    Optional<String> stale = want.staleUserDataReason();
    Optional<String> failed = failure(GroupStep.CreateTemplate.class);
    if (failed.isPresent()) {
      return Optional.of(
          no(GcpConditions.TEMPLATE_READY, GcpConditions.TEMPLATE_FAILED, failed.get()));
    }
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedGroup> _ -> Optional.empty();
      case Observation.ProvenAbsent<ObservedGroup> _ -> Optional.of(missing(stale));
      case Observation.Present<ObservedGroup>(ObservedGroup seen, _) ->
          progress.ownershipConflict().isPresent()
              ? Optional.empty()
              : Optional.of(
                  GroupPlanner.hasTemplate(want, seen)
                      ? yes(GcpConditions.TEMPLATE_READY, "")
                      : missing(stale));
    };
  }

  private static Condition missing(Optional<String> stale) {
    return stale
        .map(why -> no(GcpConditions.TEMPLATE_READY, "WaitingForBootstrapData", why))
        .orElseGet(
            () ->
                no(
                    GcpConditions.TEMPLATE_READY,
                    GcpConditions.CREATING,
                    "the group does not use an instance template as the pool asks for it yet"));
  }

  private Optional<Condition> group() {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedGroup> _ ->
          FailedCall.of(progress)
              .needingUserAction()
              .map(
                  why ->
                      new Condition(
                          GcpConditions.GROUP_READY,
                          ConditionStatus.UNKNOWN,
                          "",
                          GcpConditions.GROUP_FAILED,
                          why));
      case Observation.ProvenAbsent<ObservedGroup> _ -> Optional.of(absent());
      case Observation.Present<ObservedGroup>(ObservedGroup seen, _) ->
          Optional.of(
              progress
                  .ownershipConflict()
                  .map(this::notOwned)
                  .orElseGet(() -> seen.hasGroup() ? present(seen) : absent()));
    };
  }

  private Condition notOwned(String why) {
    return no(
        GcpConditions.GROUP_READY,
        GcpConditions.NOT_OWNED,
        progress.deleting() ? PoolReadiness.leftAloneMessage(why) : why);
  }

  private Condition absent() {
    if (progress.deleting()) {
      return no(GcpConditions.GROUP_READY, GcpConditions.GROUP_DELETING, "the group is gone");
    }
    Optional<String> failed =
        FailedCall.of(progress)
            .message()
            .or(() -> progress.observation().observedState().flatMap(ObservedGroup::problem));
    return failed
        .map(why -> no(GcpConditions.GROUP_READY, GcpConditions.GROUP_FAILED, why))
        .orElseGet(
            () ->
                no(
                    GcpConditions.GROUP_READY,
                    GcpConditions.CREATING,
                    "managed instance group %s does not exist yet"
                        .formatted(progress.pool().cloudName())));
  }

  private Condition present(ObservedGroup seen) {
    if (progress.deleting() || seen.isDeleting()) {
      return no(
          GcpConditions.GROUP_READY,
          GcpConditions.GROUP_DELETING,
          progress
              .blocker()
              .map(ReportContext.PoolBlocker::message)
              .orElseGet(
                  () ->
                      "managed instance group %s goes; %d machines are left"
                          .formatted(seen.name(), seen.members().size())));
    }
    Optional<String> trouble =
        FailedCall.of(progress)
            .needingUserAction()
            .filter(_ -> failure(GroupStep.CreateTemplate.class).isEmpty())
            .or(seen::problem);
    return trouble
        .map(
            why ->
                no(
                    GcpConditions.GROUP_READY,
                    GcpConditions.GROUP_FAILED,
                    "%d of %d machines are running: %s"
                        .formatted(GcpReporter.running(seen), seen.targetSize(), why)))
        .orElseGet(() -> yes(GcpConditions.GROUP_READY, remark(seen)));
  }

  /** What does not make the pool less ready, and people should know. */
  private String remark(ObservedGroup seen) {
    Optional<DesiredGroup> want = GcpReporter.target(progress);
    if (want.filter(each -> !each.zones().equals(seen.zones())).isPresent()) {
      return "the group is in %s, and failureDomains ask for %s: a group stays where it is; set them back, or create another pool"
          .formatted(String.join(", ", seen.zones()), String.join(", ", want.get().zones()));
    }
    if (seen.hasAutoscaler() && want.filter(each -> !each.externallySized()).isPresent()) {
      return "an autoscaler of Google's sizes the group, so that replicas have no effect: annotate"
          + " the MachinePool with cluster.x-k8s.io/replicas-managed-by, or delete the"
          + " autoscaler";
    }
    return progress.revertedWrite().orElse("");
  }

  private Optional<Condition> instances() {
    Optional<ObservedGroup> seen =
        progress
            .observation()
            .observedState()
            .filter(ObservedGroup::hasGroup)
            .filter(_ -> progress.ownershipConflict().isEmpty() && !progress.deleting());
    return seen.flatMap(there -> GcpReporter.target(progress).map(want -> instances(want, there)));
  }

  private Condition instances(DesiredGroup want, ObservedGroup seen) {
    OptionalInt outdated = GcpReporter.outdated(want, seen);
    if (outdated.isEmpty()) {
      return yes(GcpConditions.INSTANCES_UP_TO_DATE, "");
    }
    int staying = seen.staying().size();
    String numbers =
        "%d of %d machines are made from what the pool asks for"
            .formatted(staying - outdated.getAsInt(), staying);
    return progress
        .rollout()
        .map(
            rollout ->
                no(
                    GcpConditions.INSTANCES_UP_TO_DATE,
                    rollout.stalled() ? GcpConditions.ROLLOUT_STALLED : GcpConditions.ROLLING_OUT,
                    numbers + "; " + rollout.message()))
        .orElseGet(
            () ->
                no(GcpConditions.INSTANCES_UP_TO_DATE, GcpConditions.INSTANCES_OUTDATED, numbers));
  }

  private Optional<String> failure(Class<? extends PlanStep> step) {
    FailedCall failed = FailedCall.of(progress);
    return failed.message().filter(_ -> step.isInstance(failed.step()));
  }

  private static Condition yes(String type, String message) {
    return Condition.of(type, true, GcpConditions.AVAILABLE, message);
  }

  private static Condition no(String type, String reason, String message) {
    return Condition.of(type, false, reason, message);
  }
}
