package io.weir.provider.aws.plan;

import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.ObservedGroup;
import io.weir.provider.aws.observed.ObservedTemplate;
import io.weir.provider.aws.plan.TagStep.TagTarget;
import io.weir.provider.aws.rollout.OwedRefresh;
import io.weir.provider.aws.rollout.Rollout;
import io.weir.provider.template.ConvergeContext;
import io.weir.provider.template.TemplateGroupPlanner;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What brings AWS nearer to what is wanted: a launch template, of which each change is a version,
 * and an Auto Scaling group that makes instances from the newest one. Pure.
 */
public final class AwsPlanner implements TemplateGroupPlanner<AwsDesiredState, AwsObservedState> {

  @Override
  public AwsObservedState absent() {
    return AwsObservedState.ABSENT;
  }

  @Override
  public boolean isTemplateKnown(AwsDesiredState want) {
    return want.imageKnown();
  }

  @Override
  public Optional<PlanStep> template(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return TemplateVersionPlanner.nextStep(now.want(), now.seen().template(), notes(now));
  }

  @Override
  public Optional<PlanStep> userData(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return TemplateVersionPlanner.userDataRenewal(now.want(), now.seen().template(), notes(now));
  }

  @Override
  public PlanStep createGroup(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return new GroupStep.CreateGroup(
        now.want(),
        now.seen().template().map(ObservedTemplate::id),
        "it does not exist, %d instances wanted".formatted(now.want().size()));
  }

  @Override
  public List<PlanStep> group(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    AwsDesiredState want = now.want();
    ObservedGroup seen = now.seen().group().orElseThrow();
    String templateId = now.seen().template().orElseThrow().id();
    var differences = GroupDifferences.between(want, templateId, seen);
    return differences.isEmpty()
        ? List.of()
        : List.of(
            new GroupStep.UpdateGroup(
                want,
                templateId,
                GroupDifferences.timersDiffer(want.group(), seen),
                String.join(", ", differences)));
  }

  @Override
  public List<PlanStep> sharedEntries(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return GroupFeaturePlanner.plan(now.want(), now.seen(), now.annotations());
  }

  @Override
  public Optional<PlanStep> roll(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return InstanceRefreshPlanner.nextStep(now.intent(), rollout(now), now.asOf());
  }

  @Override
  public Optional<PlanStep> surplus(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return TemplateVersionPlanner.surplusRemoval(now.seen());
  }

  private static TemplateNotes notes(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return new TemplateNotes() {
      @Override
      public Map<String, Optional<String>> ofFirst() {
        return AwsAnnotations.planned(now.annotations(), now.want());
      }

      @Override
      public Map<String, Optional<String>> ofNext(String because, boolean outdatesInstances) {
        var rollout = rollout(now);
        return OwedRefresh.notes(outdatesInstances ? rollout.next(because) : rollout.owed());
      }
    };
  }

  private static Rollout rollout(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return Rollout.of(now.annotations(), now.seen());
  }

  @Override
  public PlanStep claimGroup(
      AwsObservedState seen, PlanContext<AwsObservedState> now, Ownership.Claimable claimable) {
    String name = seen.group().orElseThrow().name();
    return TagStep.Mark.of(TagTarget.GROUP, name, name, now.pool(), claimable);
  }

  @Override
  public PlanStep claimTemplate(
      AwsObservedState seen, PlanContext<AwsObservedState> now, Ownership.Claimable claimable) {
    ObservedTemplate found = seen.template().orElseThrow();
    return TagStep.Mark.of(TagTarget.TEMPLATE, found.name(), found.id(), now.pool(), claimable);
  }

  @Override
  public PlanStep deleteGroup(AwsObservedState seen) {
    ObservedGroup found = seen.group().orElseThrow();
    int members = found.members().size();
    return new GroupStep.DeleteGroup(
        found.name(),
        "the pool is being deleted, the group has %d %s"
            .formatted(members, members == 1 ? "instance" : "instances"));
  }

  @Override
  public PlanStep deleteTemplate(AwsObservedState seen) {
    ObservedTemplate found = seen.template().orElseThrow();
    return new TemplateStep.DeleteTemplate(
        found.name(), found.id(), "the pool is being deleted, its group is gone");
  }
}
