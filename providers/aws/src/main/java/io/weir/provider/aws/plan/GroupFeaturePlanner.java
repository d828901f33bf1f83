package io.weir.provider.aws.plan;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.ObservedGroup;
import io.weir.provider.aws.observed.ObservedTemplate;
import io.weir.provider.aws.plan.TagStep.TagTarget;
import io.weir.provider.shared.AppliedEntries;
import io.weir.provider.shared.EntryChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hooks, processes and tags of a group that exists: what is wanted is put there, what we put there
 * before and is wanted no more is taken away, and what others put there stays. Pure.
 */
final class GroupFeaturePlanner {

  private final AwsDesiredState want;
  private final ProviderAnnotations providerAnnotations;
  private final List<PlanStep> steps = new ArrayList<>();

  private GroupFeaturePlanner(AwsDesiredState want, ProviderAnnotations providerAnnotations) {
    this.want = want;
    this.providerAnnotations = providerAnnotations;
  }

  static List<PlanStep> plan(
      AwsDesiredState want, AwsObservedState seen, ProviderAnnotations providerAnnotations) {
    var groupFeaturePlanner = new GroupFeaturePlanner(want, providerAnnotations);
    seen.group().ifPresent(observedGroup -> groupFeaturePlanner.hooks(observedGroup, seen.hooks()));
    seen.group().ifPresent(groupFeaturePlanner::processes);
    seen.group()
        .ifPresent(
            observedGroup ->
                groupFeaturePlanner.tags(
                    TagTarget.GROUP, observedGroup.name(), observedGroup.tags()));
    seen.template().ifPresent(groupFeaturePlanner::tags);
    return groupFeaturePlanner.steps;
  }

  /** The annotations without what is neither wanted nor there any more. */
  static ProviderAnnotations cleanUp(
      AwsDesiredState want, AwsObservedState seen, ProviderAnnotations providerAnnotations) {
    if (seen.group().isEmpty() || !plan(want, seen, providerAnnotations).isEmpty()) {
      return providerAnnotations;
    }
    return AwsAnnotations.SUSPENDED.set(
        AwsAnnotations.TAGS.set(providerAnnotations, want.additionalTags()),
        AppliedEntries.names(want.group().suspend()));
  }

  private void hooks(ObservedGroup observedGroup, Optional<Map<String, Hook>> seen) {
    Map<String, String> made = new TreeMap<>(AwsAnnotations.HOOKS.read(providerAnnotations));
    for (Hook hook : want.group().hooks()) {
      String digest = made.remove(hook.name());
      if (!AwsAnnotations.digest(hook).equals(digest)) {
        boolean known = digest != null && !digest.isEmpty();
        put(observedGroup, hook, known, known ? "it was changed" : "it was added");
      } else if (seen.isPresent()) {
        Hook there = seen.get().get(hook.name());
        if (there == null) {
          put(observedGroup, hook, false, "it was deleted in AWS");
        } else if (!there.serves(hook)) {
          put(observedGroup, hook, true, "it was changed in AWS");
        }
      }
    }
    made.keySet()
        .forEach(
            name ->
                steps.add(
                    new GroupFeatureStep.DeleteHook(
                        observedGroup.name(), name, "it is not in spec.lifecycleHooks")));
  }

  private void put(ObservedGroup observedGroup, Hook hook, boolean known, String because) {
    steps.add(new GroupFeatureStep.PutHook(observedGroup.name(), hook, known, because));
  }

  private void processes(ObservedGroup observedGroup) {
    var mayBeSwitchedOn =
        new TreeSet<>(AwsAnnotations.SUSPENDED.read(providerAnnotations).keySet());
    mayBeSwitchedOn.addAll(want.group().resume());
    var changes =
        EntryChanges.between(
            AppliedEntries.names(want.group().suspend()),
            AppliedEntries.names(observedGroup.suspended()),
            mayBeSwitchedOn);
    Set<String> off = changes.missing().keySet();
    if (!off.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Suspend(
              observedGroup.name(), off, "spec.suspendProcesses names " + off));
    }
    Set<String> on = changes.surplus();
    if (!on.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Resume(
              observedGroup.name(), on, "spec.suspendProcesses does not name %s".formatted(on)));
    }
  }

  private void tags(ObservedTemplate observedTemplate) {
    tags(TagTarget.TEMPLATE, observedTemplate.id(), observedTemplate.tags());
  }

  private void tags(TagTarget on, String id, Map<String, String> seen) {
    var changes =
        EntryChanges.between(
            want.tags(), seen, AwsAnnotations.TAGS.read(providerAnnotations).keySet());
    if (!changes.missing().isEmpty()) {
      steps.add(
          new TagStep.SetTags(
              want.name(),
              on,
              id,
              changes.missing(),
              want.additionalTags(),
              "it lacks " + changes.missing().keySet()));
    }
    if (!changes.surplus().isEmpty()) {
      steps.add(
          new TagStep.RemoveTags(
              want.name(), on, id, changes.surplus(), "spec.additionalTags no longer has them"));
    }
  }
}
