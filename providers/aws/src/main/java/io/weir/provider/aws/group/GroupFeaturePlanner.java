package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.GroupSettings.Hook;
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
 * Hooks and processes of a group that exists: what is wanted is put there, what we put there before
 * and is wanted no more is taken away, and what others put there stays. Pure.
 */
final class GroupFeaturePlanner {

  private final GroupSettings want;
  private final ObservedGroup seen;
  private final ProviderAnnotations providerAnnotations;
  private final List<PlanStep> steps = new ArrayList<>();

  private GroupFeaturePlanner(
      GroupSettings want, ObservedGroup seen, ProviderAnnotations providerAnnotations) {
    this.want = want;
    this.seen = seen;
    this.providerAnnotations = providerAnnotations;
  }

  static List<PlanStep> plan(
      GroupSettings want, ObservedGroup seen, ProviderAnnotations providerAnnotations) {
    var groupFeaturePlanner = new GroupFeaturePlanner(want, seen, providerAnnotations);
    groupFeaturePlanner.hooks(seen.hooks());
    groupFeaturePlanner.processes();
    return groupFeaturePlanner.steps;
  }

  private void hooks(Optional<Map<String, Hook>> known) {
    Map<String, String> made = new TreeMap<>(GroupAnnotations.HOOKS.read(providerAnnotations));
    for (Hook hook : want.hooks()) {
      String digest = made.remove(hook.name());
      if (!GroupAnnotations.digest(hook).equals(digest)) {
        boolean exists = digest != null && !digest.isEmpty();
        put(hook, exists, exists ? "it was changed" : "it was added");
      } else if (known.isPresent()) {
        Hook there = known.get().get(hook.name());
        if (there == null) {
          put(hook, false, "it was deleted in AWS");
        } else if (!there.serves(hook)) {
          put(hook, true, "it was changed in AWS");
        }
      }
    }
    made.keySet()
        .forEach(
            name ->
                steps.add(
                    new GroupFeatureStep.DeleteHook(
                        seen.name(), name, "it is not in spec.lifecycleHooks")));
  }

  private void put(Hook hook, boolean exists, String because) {
    steps.add(new GroupFeatureStep.PutHook(seen.name(), hook, exists, because));
  }

  private void processes() {
    var mayBeSwitchedOn =
        new TreeSet<>(GroupAnnotations.SUSPENDED.read(providerAnnotations).keySet());
    mayBeSwitchedOn.addAll(want.resume());
    var changes =
        EntryChanges.between(
            AppliedEntries.names(want.suspend()),
            AppliedEntries.names(seen.suspended()),
            mayBeSwitchedOn);
    Set<String> off = changes.missing().keySet();
    if (!off.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Suspend(seen.name(), off, "spec.suspendProcesses names " + off));
    }
    Set<String> on = changes.surplus();
    if (!on.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Resume(
              seen.name(), on, "spec.suspendProcesses does not name %s".formatted(on)));
    }
  }
}
