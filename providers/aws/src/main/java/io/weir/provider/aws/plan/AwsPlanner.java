package io.weir.provider.aws.plan;

import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.ObservedGroup;
import io.weir.provider.aws.observed.ObservedTemplate;
import io.weir.provider.aws.plan.GroupFeatureStep.TagTarget;
import io.weir.provider.aws.rollout.Rollout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What brings AWS nearer to what is wanted; pure. What is somebody else's gets no step. */
public final class AwsPlanner {

  private AwsPlanner() {}

  /** Steps in order; empty if nothing is to be done, or nothing can be yet. */
  public static List<PlanStep> plan(
      PoolIntent<AwsDesiredState> poolIntent, PlanContext<AwsObservedState> now) {
    return switch (now.observation()) {
      case Observation.Unknown<AwsObservedState> _ -> List.of();
      case Observation.ProvenAbsent<AwsObservedState> absent ->
          plan(now, poolIntent, AwsObservedState.ABSENT, absent.asOf());
      case Observation.Present<AwsObservedState> there ->
          plan(now, poolIntent, there.state(), there.asOf());
    };
  }

  private static List<PlanStep> plan(
      PlanContext<AwsObservedState> now,
      PoolIntent<AwsDesiredState> poolIntent,
      AwsObservedState seen,
      Instant asOf) {
    return switch (poolIntent) {
      case PoolIntent.Converge<AwsDesiredState> converge ->
          converge(now.pool(), converge, seen, now.annotations(), asOf);
      case PoolIntent.Delete<AwsDesiredState> _ -> delete(now.pool(), seen);
      case PoolIntent.Pause<AwsDesiredState> _ -> List.of();
    };
  }

  private static List<PlanStep> converge(
      PoolIdentity pool,
      PoolIntent.Converge<AwsDesiredState> intent,
      AwsObservedState seen,
      ProviderAnnotations providerAnnotations,
      Instant asOf) {
    AwsDesiredState want = intent.desired();
    boolean leaving = seen.group().filter(ObservedGroup::isDeleting).isPresent();
    if (leaving || seen.hindrance(pool, providerAnnotations).isPresent()) {
      return List.of();
    }
    Optional<PlanStep> mark = mark(pool, seen);
    if (mark.isPresent()) {
      return mark.stream().toList();
    }
    if (!want.imageKnown()) {
      return keep(want, seen, providerAnnotations);
    }
    var rollout = Rollout.of(providerAnnotations, seen);
    var steps = new ArrayList<PlanStep>();
    TemplateVersionPlanner.nextStep(want, seen, rollout).ifPresent(steps::add);
    boolean versioned = steps.isEmpty();
    group(want, seen).ifPresent(steps::add);
    steps.addAll(GroupFeaturePlanner.plan(want, seen, providerAnnotations));
    if (versioned && usesNewest(seen)) {
      InstanceRefreshPlanner.nextStep(intent, rollout, asOf).ifPresent(steps::add);
    }
    if (versioned) {
      TemplateVersionPlanner.surplusRemoval(seen).ifPresent(steps::add);
    }
    return List.copyOf(steps);
  }

  /** What concerns a group that exists, and not which image its instances boot. */
  private static List<PlanStep> keep(
      AwsDesiredState want, AwsObservedState seen, ProviderAnnotations providerAnnotations) {
    var steps = new ArrayList<PlanStep>();
    if (seen.group().isPresent()) {
      TemplateVersionPlanner.userDataRenewal(want, seen, Rollout.of(providerAnnotations, seen))
          .or(() -> TemplateVersionPlanner.surplusRemoval(seen))
          .ifPresent(steps::add);
      group(want, seen).ifPresent(steps::add);
      steps.addAll(GroupFeaturePlanner.plan(want, seen, providerAnnotations));
    }
    return List.copyOf(steps);
  }

  /** Whether instances that a refresh starts would be made from the newest version. */
  private static boolean usesNewest(AwsObservedState seen) {
    return seen.template()
        .flatMap(
            observedTemplate ->
                seen.group()
                    .filter(
                        observedGroup ->
                            GroupDifferences.pointsAt(observedGroup, observedTemplate.id())))
        .isPresent();
  }

  private static Optional<PlanStep> group(AwsDesiredState want, AwsObservedState seen) {
    var templateId = seen.template().map(ObservedTemplate::id);
    if (seen.group().isEmpty()) {
      String because = "it does not exist, %d instances wanted".formatted(want.size());
      return Optional.of(new GroupStep.CreateGroup(want, templateId, because));
    }
    // Without a template there is nothing to point the group at yet.
    return templateId.flatMap(id -> update(want, id, seen.group().get()));
  }

  private static Optional<PlanStep> update(
      AwsDesiredState want, String templateId, ObservedGroup seen) {
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

  /** Marks what is the pool's and does not say so; the group first, by which the template is. */
  private static Optional<PlanStep> mark(PoolIdentity pool, AwsObservedState seen) {
    return claim(seen.ownershipOfGroup(pool))
        .<PlanStep>map(
            claimable -> {
              String name = seen.group().orElseThrow().name();
              return GroupFeatureStep.Mark.of(TagTarget.GROUP, name, name, pool, claimable);
            })
        .or(
            () ->
                claim(seen.ownershipOfTemplate(pool))
                    .map(
                        claimable -> {
                          ObservedTemplate found = seen.template().orElseThrow();
                          return GroupFeatureStep.Mark.of(
                              TagTarget.TEMPLATE, found.name(), found.id(), pool, claimable);
                        }));
  }

  private static Optional<Ownership.Claimable> claim(Optional<Ownership> ownership) {
    return ownership
        .filter(Ownership.Claimable.class::isInstance)
        .map(Ownership.Claimable.class::cast);
  }

  private static boolean isOurs(Optional<Ownership> ownership) {
    return ownership.filter(Ownership.Ours.class::isInstance).isPresent();
  }

  private static List<PlanStep> delete(PoolIdentity pool, AwsObservedState seen) {
    boolean held =
        Stream.of(seen.ownershipOfGroup(pool), seen.ownershipOfTemplate(pool))
            .flatMap(Optional::stream)
            .anyMatch(Ownership.Held.class::isInstance);
    Optional<PlanStep> mark = held ? Optional.empty() : mark(pool, seen);
    if (held || mark.isPresent()) {
      return mark.stream().toList();
    }
    if (seen.group().isPresent() && isOurs(seen.ownershipOfGroup(pool))) {
      ObservedGroup observedGroup = seen.group().get();
      return observedGroup.isDeleting()
          ? List.of()
          : List.of(
              new GroupStep.DeleteGroup(
                  observedGroup.name(),
                  "the pool is being deleted, the group has %d %s"
                      .formatted(
                          observedGroup.members().size(),
                          observedGroup.members().size() == 1 ? "instance" : "instances")));
    }
    // What a group uses that is in doubt is in doubt itself.
    boolean used =
        seen.template()
            .filter(
                template ->
                    seen.group().filter(group -> group.usesTemplate(template.id())).isPresent())
            .isPresent();
    if (!used && isOurs(seen.ownershipOfTemplate(pool))) {
      ObservedTemplate observedTemplate = seen.template().get();
      return List.of(
          new TemplateStep.DeleteTemplate(
              observedTemplate.name(),
              observedTemplate.id(),
              "the pool is being deleted, its group is gone"));
    }
    return List.of();
  }
}
