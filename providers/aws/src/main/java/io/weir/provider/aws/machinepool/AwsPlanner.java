package io.weir.provider.aws.machinepool;

import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.GroupAnnotations;
import io.weir.provider.aws.group.GroupPlanner;
import io.weir.provider.aws.refresh.InstanceRefreshPlanner;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.tag.TagPlanner;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateNotes;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.TemplateVersionPlanner;
import io.weir.provider.template.ConvergeContext;
import io.weir.provider.template.TemplateGroupPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What brings AWS nearer to what is wanted: a launch template, of which each change is a version,
 * and an Auto Scaling group that makes instances from the newest one. Each part plans its own
 * steps. Pure.
 */
public final class AwsPlanner implements TemplateGroupPlanner<AwsDesiredState, AwsObservedState> {

  @Override
  public AwsObservedState absent() {
    return AwsObservedState.ABSENT;
  }

  @Override
  public boolean isTemplateKnown(AwsDesiredState want) {
    return want.template().imageKnown();
  }

  @Override
  public Optional<PlanStep> template(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return TemplateVersionPlanner.nextStep(
        now.want().template(), now.seen().template(), notes(now));
  }

  @Override
  public Optional<PlanStep> userData(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return TemplateVersionPlanner.userDataRenewal(
        now.want().template(), now.seen().template(), notes(now));
  }

  @Override
  public PlanStep createGroup(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return GroupPlanner.create(
        now.want().group(), now.want().template(), now.seen().template().map(ObservedTemplate::id));
  }

  @Override
  public List<PlanStep> group(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return GroupPlanner.update(
        now.want().group(),
        now.want().template(),
        now.seen().template().orElseThrow().id(),
        now.seen().group().orElseThrow());
  }

  @Override
  public List<PlanStep> sharedEntries(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return sharedEntries(now.want(), now.seen(), now.annotations());
  }

  static List<PlanStep> sharedEntries(
      AwsDesiredState want, AwsObservedState seen, ProviderAnnotations annotations) {
    var steps = new ArrayList<PlanStep>();
    seen.group()
        .ifPresent(
            group -> steps.addAll(GroupPlanner.sharedEntries(want.group(), group, annotations)));
    seen.template()
        .ifPresent(
            template ->
                steps.addAll(
                    TagPlanner.plan(
                        template.resource(),
                        template.tags(),
                        want.template().tags(),
                        annotations)));
    return steps;
  }

  @Override
  public Optional<PlanStep> roll(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return new InstanceRefreshPlanner(
            now.want().group().name(), now.want().refresh(), now.intent().roll())
        .nextStep(now.seen().rollout(now.annotations()), now.asOf());
  }

  @Override
  public Optional<PlanStep> surplus(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return TemplateVersionPlanner.surplusRemoval(now.seen().template(), now.seen().versionsInUse());
  }

  private static TemplateNotes notes(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return new TemplateNotes() {
      @Override
      public Map<String, Optional<String>> ofFirst() {
        return GroupAnnotations.planned(now.annotations(), now.want().group());
      }

      @Override
      public Map<String, Optional<String>> ofNext(String because, boolean outdatesInstances) {
        var rollout = now.seen().rollout(now.annotations());
        return OwedRefresh.notes(outdatesInstances ? rollout.next(because) : rollout.owed());
      }
    };
  }

  @Override
  public PlanStep claimGroup(
      AwsObservedState seen, PlanContext<AwsObservedState> now, Ownership.Claimable claimable) {
    return TagStep.Mark.of(seen.group().orElseThrow().resource(), now.pool(), claimable);
  }

  @Override
  public PlanStep claimTemplate(
      AwsObservedState seen, PlanContext<AwsObservedState> now, Ownership.Claimable claimable) {
    return TagStep.Mark.of(seen.template().orElseThrow().resource(), now.pool(), claimable);
  }

  @Override
  public PlanStep deleteGroup(AwsObservedState seen) {
    return GroupPlanner.delete(seen.group().orElseThrow());
  }

  @Override
  public PlanStep deleteTemplate(AwsObservedState seen) {
    ObservedTemplate found = seen.template().orElseThrow();
    return new TemplateStep.DeleteTemplate(
        found.name(), found.id(), "the pool is being deleted, its group is gone");
  }
}
