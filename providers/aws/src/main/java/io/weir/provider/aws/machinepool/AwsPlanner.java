package io.weir.provider.aws.machinepool;

import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.DesiredGroup;
import io.weir.provider.aws.group.GroupAnnotations;
import io.weir.provider.aws.group.GroupPlanner;
import io.weir.provider.aws.group.HeldInstances;
import io.weir.provider.aws.group.LeavingInstances;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.refresh.InstanceRefreshPlanner;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.RolloutState;
import io.weir.provider.aws.tag.TagPlanner;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateNotes;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.TemplateVersionPlanner;
import io.weir.provider.aws.template.UntriedVersion;
import io.weir.provider.template.ConvergeContext;
import io.weir.provider.template.TemplateGroupPlanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What brings AWS nearer to what is wanted: a launch template, of which each change is a version,
 * and an Auto Scaling group that makes instances from the newest one. Each part plans its own
 * steps. Pure.
 */
public final class AwsPlanner implements TemplateGroupPlanner<AwsDesiredState, AwsObservedState> {

  /**
   * What instances are made of and where they start. The types of a mixed policy replace nothing by
   * themselves, but a template that leaves the type to them is of no use without.
   */
  public static final Set<String> MACHINE_FIELDS =
      Set.of(
          "additionalTags",
          "availabilityZoneSubnetType",
          "availabilityZones",
          "awsLaunchTemplate",
          "mixedInstancesPolicy",
          "subnets");

  /** Whether every instance is made from the newest version, and that is what is wanted. */
  public boolean isSettled(AwsDesiredState want, PlanContext<AwsObservedState> now) {
    return now.observation().observedState().filter(seen -> isSettled(want, seen, now)).isPresent();
  }

  private static boolean isSettled(
      AwsDesiredState want, AwsObservedState seen, PlanContext<AwsObservedState> now) {
    var rollout = seen.rollout(now.annotations());
    return want.template().imageKnown()
        // Data for another version is current only as long as there is no better.
        && want.template().staleUserDataReason().isEmpty()
        && seen.template()
            .filter(template -> TemplateVersionPlanner.isCurrent(want.template(), template))
            .isPresent()
        && seen.groupUsesNewest()
        && rollout.state(want.refresh(), now.observation().asOf()) instanceof RolloutState.Settled
        && !seen.isNewestUntried(now.annotations());
  }

  @Override
  public AwsObservedState absent() {
    return AwsObservedState.ABSENT;
  }

  @Override
  public boolean isTemplateKnown(AwsDesiredState want) {
    return want.template().imageKnown();
  }

  @Override
  public Optional<PlanStep> trial(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return now.seen()
        .template()
        .filter(_ -> now.seen().isNewestUntried(now.annotations()))
        .map(template -> TemplateVersionPlanner.trial(now.want().template(), template));
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
    ObservedTemplate template = now.seen().template().orElseThrow();
    ObservedGroup group = now.seen().group().orElseThrow();
    var leaving = new LeavingInstances(now.intent().leave(), group);
    DesiredGroup want = leaving.resize(now.want().group(), now.intent().size());
    // A minimum above the size that is to be is lowered first, or AWS would refuse to shrink.
    var steps =
        new ArrayList<>(
            GroupPlanner.update(
                TemplateVersionPlanner.awaitsLaunchableVersion(now.want().template(), template)
                    ? want.withPlacementOf(group)
                    : want,
                now.want().template(),
                template.id(),
                group));
    steps.addAll(leaving.plan());
    return steps;
  }

  @Override
  public List<PlanStep> held(ConvergeContext<AwsDesiredState, AwsObservedState> now) {
    return new HeldInstances(now.intent().held(), now.seen().group().orElseThrow()).plan();
  }

  /** The steps that answer what these wait for, of a group that is to be deleted later. */
  public static List<PlanStep> answers(
      List<PoolIntent.Held> held, PlanContext<AwsObservedState> now) {
    return now.observation()
        .observedState()
        .flatMap(AwsObservedState::group)
        .map(group -> new HeldInstances(held, group).plan())
        .orElse(List.of());
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
            now.want().group().name(),
            now.want().refresh(),
            now.want().template().target(),
            now.intent().roll())
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
      public Map<String, Optional<String>> ofNext(
          String because, boolean outdatesInstances, boolean needsTrial) {
        var rollout = now.seen().rollout(now.annotations());
        var notes = new HashMap<String, Optional<String>>();
        notes.putAll(OwedRefresh.notes(outdatesInstances ? rollout.next(because) : rollout.owed()));
        notes.putAll(
            UntriedVersion.notes(
                now.seen().template().filter(_ -> needsTrial).map(UntriedVersion::next)));
        return notes;
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
