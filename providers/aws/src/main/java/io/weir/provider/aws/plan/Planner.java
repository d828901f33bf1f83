package io.weir.provider.aws.plan;

import io.weir.provider.Intent;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.roll.Rollout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What brings AWS nearer to what is wanted; pure. What is somebody else's gets no step. */
public final class Planner {

  private Planner() {}

  /** Steps in order; empty if nothing is to be done, or nothing can be yet. */
  public static List<Step> plan(Intent<AwsDesired> intent, Situation<AwsObserved> now) {
    return switch (now.seen()) {
      case Observation.Unknown<AwsObserved> _ -> List.of();
      case Observation.ProvenAbsent<AwsObserved> absent ->
          plan(now, intent, AwsObserved.NOTHING, absent.asOf());
      case Observation.Seen<AwsObserved> there -> plan(now, intent, there.observed(), there.asOf());
    };
  }

  private static List<Step> plan(
      Situation<AwsObserved> now, Intent<AwsDesired> intent, AwsObserved seen, Instant asOf) {
    return switch (intent) {
      case Intent.Converge<AwsDesired> converge ->
          converge(now.pool(), converge.desired(), seen, now.notes(), asOf);
      case Intent.Delete<AwsDesired> _ -> delete(now.pool(), seen);
    };
  }

  private static List<Step> converge(
      PoolName pool, AwsDesired want, AwsObserved seen, Notes notes, Instant asOf) {
    boolean leaving = seen.group().filter(Group::deleting).isPresent();
    if (leaving || seen.ownership(pool) instanceof Ownership.Foreign) {
      return List.of();
    }
    if (!want.bootable()) {
      return keep(want, seen, notes);
    }
    var rollout = Rollout.of(notes, seen);
    var steps = new ArrayList<Step>();
    Versions.next(want, seen, rollout).ifPresent(steps::add);
    boolean versioned = steps.isEmpty();
    group(want, seen).ifPresent(steps::add);
    steps.addAll(Upkeep.of(want, seen, notes));
    if (versioned && usesNewest(seen)) {
      RefreshPlan.next(want, rollout, asOf).ifPresent(steps::add);
    }
    if (versioned) {
      Versions.surplus(seen).ifPresent(steps::add);
    }
    return List.copyOf(steps);
  }

  /** What concerns a group that exists, and not which image its instances boot. */
  private static List<Step> keep(AwsDesired want, AwsObserved seen, Notes notes) {
    var steps = new ArrayList<Step>();
    if (seen.group().isPresent()) {
      Versions.renewed(want, seen, Rollout.of(notes, seen))
          .or(() -> Versions.surplus(seen))
          .ifPresent(steps::add);
      group(want, seen).ifPresent(steps::add);
      steps.addAll(Upkeep.of(want, seen, notes));
    }
    return List.copyOf(steps);
  }

  /** Whether instances that a refresh starts would be made from the newest version. */
  private static boolean usesNewest(AwsObserved seen) {
    return seen.template()
        .flatMap(
            template ->
                seen.group().filter(group -> GroupDifferences.pointsAt(group, template.id())))
        .isPresent();
  }

  private static Optional<Step> group(AwsDesired want, AwsObserved seen) {
    var templateId = seen.template().map(Template::id);
    if (seen.group().isEmpty()) {
      String because = "it does not exist, %d instances wanted".formatted(want.size());
      return Optional.of(new GroupStep.CreateGroup(want, templateId, because));
    }
    // Without a template there is nothing to point the group at yet.
    return templateId.flatMap(id -> update(want, id, seen.group().get()));
  }

  private static Optional<Step> update(AwsDesired want, String templateId, Group seen) {
    var differences = GroupDifferences.between(want, templateId, seen);
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GroupStep.UpdateGroup(
                want,
                templateId,
                GroupDifferences.timersDiffer(want.group(), seen),
                String.join(", ", differences)));
  }

  private static List<Step> delete(PoolName pool, AwsObserved seen) {
    if (seen.group().isPresent() && seen.ownershipOfGroup(pool) instanceof Ownership.Ours) {
      Group group = seen.group().get();
      return group.deleting()
          ? List.of()
          : List.of(
              new GroupStep.DeleteGroup(
                  group.name(),
                  "the pool is being deleted, the group has %d %s"
                      .formatted(
                          group.members().size(),
                          group.members().size() == 1 ? "instance" : "instances")));
    }
    if (seen.template().isPresent() && seen.ownershipOfTemplate(pool) instanceof Ownership.Ours) {
      Template template = seen.template().get();
      return List.of(
          new TemplateStep.DeleteTemplate(
              template.name(), template.id(), "the pool is being deleted, its group is gone"));
    }
    return List.of();
  }
}
