package io.weir.provider.aws.plan;

import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Mark;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What brings AWS nearer to what is wanted; pure. What is somebody else's gets no step. */
public final class Planner {

  private static final AwsObserved NOTHING =
      new AwsObserved(Optional.empty(), Optional.empty(), Optional.empty());

  private Planner() {}

  /** Steps in order; empty if nothing is to be done, or nothing can be yet. */
  public static List<Step> plan(
      PoolName pool, Intent<AwsDesired> intent, Observation<AwsObserved> seen) {
    return switch (seen) {
      case Observation.Unknown<AwsObserved> _ -> List.of();
      case Observation.ProvenAbsent<AwsObserved> _ -> plan(pool, intent, NOTHING);
      case Observation.Seen<AwsObserved> there -> plan(pool, intent, there.observed());
    };
  }

  private static List<Step> plan(PoolName pool, Intent<AwsDesired> intent, AwsObserved seen) {
    return switch (intent) {
      case Intent.Converge<AwsDesired> converge -> converge(pool, converge.desired(), seen);
      case Intent.Delete<AwsDesired> _ -> delete(pool, seen);
    };
  }

  private static List<Step> converge(PoolName pool, AwsDesired want, AwsObserved seen) {
    boolean leaving = seen.group().filter(Group::deleting).isPresent();
    if (leaving || seen.ownership(pool) instanceof Ownership.Foreign) {
      return List.of();
    }
    var steps = new ArrayList<Step>();
    template(want, seen.template()).ifPresent(steps::add);
    group(want, seen).ifPresent(steps::add);
    return List.copyOf(steps);
  }

  private static Optional<Step> template(AwsDesired want, Optional<Template> seen) {
    if (seen.isEmpty()) {
      return Optional.of(new AwsStep.CreateTemplate(want, "there is none of this name"));
    }
    return outdated(want.mark(), seen.get())
        .map(why -> new AwsStep.AddVersion(want, seen.get().id(), why));
  }

  private static Optional<String> outdated(Mark want, Template seen) {
    if (seen.mark().isEmpty()) {
      return Optional.of("version %d was not made by Weir".formatted(seen.latest()));
    }
    Mark mark = seen.mark().get();
    if (!mark.data().equals(want.data())) {
      return Optional.of("version %d holds other settings".formatted(seen.latest()));
    }
    return mark.userData().equals(want.userData())
        ? Optional.empty()
        : Optional.of("version %d holds older bootstrap data".formatted(seen.latest()));
  }

  private static Optional<Step> group(AwsDesired want, AwsObserved seen) {
    var templateId = seen.template().map(Template::id);
    if (seen.group().isEmpty()) {
      String because = "there is none of this name, %d instances wanted".formatted(want.size());
      return Optional.of(new AwsStep.CreateGroup(want, templateId, because));
    }
    // Without a template there is nothing to point the group at yet.
    return templateId.flatMap(id -> update(want, id, seen.group().get()));
  }

  private static Optional<Step> update(AwsDesired want, String templateId, Group seen) {
    var differences = GroupDifferences.between(want, templateId, seen);
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AwsStep.UpdateGroup(
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
              new AwsStep.DeleteGroup(
                  group.name(),
                  "the pool is deleted, the group has %d instances"
                      .formatted(group.members().size())));
    }
    if (seen.template().isPresent() && seen.ownershipOfTemplate(pool) instanceof Ownership.Ours) {
      Template template = seen.template().get();
      return List.of(
          new AwsStep.DeleteTemplate(
              template.name(), template.id(), "the pool is deleted, its group is gone"));
    }
    return List.of();
  }
}
