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
 * Lifecycle hooks of a group that exists: what is wanted is put there, what we put there before and
 * is wanted no more is taken away, and what others put there stays. Pure.
 */
public final class HookPlanner {

  private HookPlanner() {}

  /**
   * The steps.
   *
   * @param group the group's name
   * @param known the hooks that it has, by name; empty if nobody has read them, and what we
   *     remember of ours is believed
   */
  public static List<PlanStep> plan(
      String group,
      List<Hook> want,
      Optional<Map<String, Hook>> known,
      ProviderAnnotations annotations) {
    var steps = new ArrayList<PlanStep>();
    Map<String, String> made = new TreeMap<>(GroupAnnotations.HOOKS.read(annotations));
    for (Hook hook : want) {
      String digest = made.remove(hook.name());
      if (!GroupAnnotations.digest(hook).equals(digest)) {
        boolean exists = digest != null && !digest.isEmpty();
        steps.add(put(group, hook, exists, exists ? "it was changed" : "it was added"));
      } else if (known.isPresent()) {
        Hook there = known.get().get(hook.name());
        if (there == null) {
          steps.add(put(group, hook, false, "it was deleted in AWS"));
        } else if (!there.serves(hook)) {
          steps.add(put(group, hook, true, "it was changed in AWS"));
        }
      }
    }
    var gone = new TreeSet<>(made.keySet());
    if (known.filter(hooks -> hooks.containsKey(LifecycleHookNames.DRAIN)).isPresent()
        && want.stream().noneMatch(hook -> hook.name().equals(LifecycleHookNames.DRAIN))) {
      gone.add(LifecycleHookNames.DRAIN); // ours by its name, also where a restore lost the note
    }
    gone.forEach(name -> steps.add(delete(group, name)));
    return steps;
  }

  private static PlanStep put(String group, Hook hook, boolean exists, String because) {
    return new GroupFeatureStep.PutHook(group, hook, exists, because);
  }

  private static PlanStep delete(String group, String name) {
    return new GroupFeatureStep.DeleteHook(
        group,
        name,
        name.equals(LifecycleHookNames.DRAIN)
            ? "the MachinePool does not ask for drains of cloud terminations"
            : "it is not in spec.lifecycleHooks");
  }
}
