package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.api.LifecycleHookNames;
import io.weir.provider.aws.group.GroupSettings.Hook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    var gone = new TreeSet<>(made.keySet());
    if (known.filter(hooks -> hooks.containsKey(LifecycleHookNames.DRAIN)).isPresent()
        && want.hooks().stream().noneMatch(hook -> hook.name().equals(LifecycleHookNames.DRAIN))) {
      gone.add(LifecycleHookNames.DRAIN); // ours by its name, also where a restore lost the note
    }
    gone.forEach(
        name ->
            steps.add(
                new GroupFeatureStep.DeleteHook(
                    seen.name(),
                    name,
                    name.equals(LifecycleHookNames.DRAIN)
                        ? "the MachinePool does not ask for drains of cloud terminations"
                        : "it is not in spec.lifecycleHooks")));
  }

  private void put(Hook hook, boolean exists, String because) {
    steps.add(new GroupFeatureStep.PutHook(seen.name(), hook, exists, because));
  }

  /**
   * What we have switched off is switched on also where it is not seen off: a read may lack what
   * was done a moment ago, and nobody would look for it again.
   */
  private void processes() {
    var off = new TreeSet<>(want.suspend());
    off.removeAll(seen.suspended());
    if (!off.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Suspend(seen.name(), off, "spec.suspendProcesses names " + off));
    }
    var on = new TreeSet<>(want.resume());
    on.retainAll(seen.suspended());
    on.addAll(GroupAnnotations.SUSPENDED.read(providerAnnotations).keySet());
    on.removeAll(want.suspend());
    if (!on.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Resume(
              seen.name(), on, "spec.suspendProcesses does not name %s".formatted(on)));
    }
  }
}
