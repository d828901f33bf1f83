package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.Struct;
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
final class LifecycleHooks {
  static final String LAUNCHING = "autoscaling:EC2_INSTANCE_LAUNCHING";
  static final String TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING";

  private static final int DEFAULT_HEARTBEAT = 3600;

  /**
   * One instance that waits, and for which hooks still. Guarded by the lock of its account and
   * region.
   */
  static final class HeldInstance {
    private final Group group;
    private final String transition;
    private final Set<String> hooks;
    private final Consumer<Boolean> then;

    private HeldInstance(
        Group group, String transition, Set<String> hooks, Consumer<Boolean> then) {
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
      group.heldInstances.remove(this);
      then.accept(abandon);
    }
  }

  private final AccountRegion accountRegion;

  LifecycleHooks(AccountRegion accountRegion) {
    this.accountRegion = accountRegion;
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
        .removeIf(hook -> !hook.findText("LifecycleTransition").orElse("").equals(transition));
    if (hooks.isEmpty()) {
      return false;
    }
    var heldInstance = new HeldInstance(group, transition, new TreeSet<>(hooks.keySet()), then);
    group.heldInstances.add(heldInstance);
    hooks.forEach(
        (name, hook) ->
            accountRegion.runLater(
                heartbeatTimeout(hook),
                () -> heldInstance.complete(name, defaultResult(hook).equals("ABANDON"))));
    return true;
  }

  /** Completes what waits for a hook that is deleted: what is launching is abandoned. */
  static void release(Group group, String hook) {
    List.copyOf(group.heldInstances)
        .forEach(
            heldInstance -> heldInstance.complete(hook, heldInstance.transition.equals(LAUNCHING)));
  }

  static Duration heartbeatTimeout(Struct hook) {
    return Duration.ofSeconds(hook.number("HeartbeatTimeout").orElse(DEFAULT_HEARTBEAT));
  }

  static String defaultResult(Struct hook) {
    return hook.findText("DefaultResult").orElse("ABANDON");
  }
}
