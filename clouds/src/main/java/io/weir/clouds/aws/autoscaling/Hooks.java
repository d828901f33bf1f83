package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Lifecycle hooks that hold an instance up. Nobody completes them here, so each hook holds for its
 * heartbeat timeout, and then ends with its default result, or until it is deleted.
 */
final class Hooks {
  static final String LAUNCHING = "autoscaling:EC2_INSTANCE_LAUNCHING";
  static final String TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING";

  private static final int DEFAULT_HEARTBEAT = 3600;

  /** One instance that waits, and for which hooks still. Guarded by the lock of its place. */
  static final class Held {
    private final Group group;
    private final String transition;
    private final Set<String> hooks;
    private final Consumer<Boolean> then;

    private Held(Group group, String transition, Set<String> hooks, Consumer<Boolean> then) {
      this.group = group;
      this.transition = transition;
      this.hooks = hooks;
      this.then = then;
    }

    /** The instance goes on after the last, or after the first that abandons it. */
    private void complete(String hook, boolean abandon) {
      if (!hooks.remove(hook) || !(abandon || hooks.isEmpty())) {
        return;
      }
      hooks.clear();
      group.held.remove(this);
      then.accept(abandon);
    }
  }

  private final Place place;

  Hooks(Place place) {
    this.place = place;
  }

  /**
   * Waits for the hooks of a transition.
   *
   * @return false if there are none; otherwise {@code then} runs after them, with whether one of
   *     them abandons
   */
  boolean hold(Group group, String transition, Consumer<Boolean> then) {
    Map<String, Struct> hooks = new TreeMap<>(group.hooks);
    hooks
        .values()
        .removeIf(hook -> !hook.find("LifecycleTransition").orElse("").equals(transition));
    if (hooks.isEmpty()) {
      return false;
    }
    var held = new Held(group, transition, new TreeSet<>(hooks.keySet()), then);
    group.held.add(held);
    hooks.forEach(
        (name, hook) ->
            place.later(
                heartbeat(hook), () -> held.complete(name, result(hook).equals("ABANDON"))));
    return true;
  }

  /** Completes what waits for a hook that is deleted: what is launching is abandoned. */
  static void release(Group group, String hook) {
    List.copyOf(group.held).forEach(held -> held.complete(hook, held.transition.equals(LAUNCHING)));
  }

  static Duration heartbeat(Struct hook) {
    return Duration.ofSeconds(hook.number("HeartbeatTimeout").orElse(DEFAULT_HEARTBEAT));
  }

  static String result(Struct hook) {
    return hook.find("DefaultResult").orElse("ABANDON");
  }
}
