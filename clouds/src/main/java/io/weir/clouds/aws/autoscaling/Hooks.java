package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lifecycle hooks that hold an instance up. Nobody completes them here, so each hook holds for its
 * heartbeat timeout and then ends with its default result.
 */
final class Hooks {
  static final String LAUNCHING = "autoscaling:EC2_INSTANCE_LAUNCHING";
  static final String TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING";

  private static final int DEFAULT_HEARTBEAT = 3600;

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
    List<Struct> hooks =
        group.hooks.values().stream()
            .filter(hook -> hook.find("LifecycleTransition").orElse("").equals(transition))
            .toList();
    if (hooks.isEmpty()) {
      return false;
    }
    boolean abandon = hooks.stream().anyMatch(hook -> result(hook).equals("ABANDON"));
    Duration longest =
        hooks.stream().map(Hooks::heartbeat).max(Comparator.naturalOrder()).orElseThrow();
    place.later(longest, () -> then.accept(abandon));
    return true;
  }

  static Duration heartbeat(Struct hook) {
    return Duration.ofSeconds(hook.number("HeartbeatTimeout").orElse(DEFAULT_HEARTBEAT));
  }

  static String result(Struct hook) {
    return hook.find("DefaultResult").orElse("ABANDON");
  }
}
