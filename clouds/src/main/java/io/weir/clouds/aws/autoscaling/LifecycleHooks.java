package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Lifecycle hooks that hold an instance up. Each holds until somebody completes it, or until its
 * heartbeat timeout is over, which heartbeats begin anew; then it ends with its default result.
 */
final class LifecycleHooks {
  static final String LAUNCHING = "autoscaling:EC2_INSTANCE_LAUNCHING";
  static final String TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING";

  private static final int DEFAULT_HEARTBEAT = 3600;
  private static final int LONGEST_WAIT = 172_800;
  private static final int MOST_HEARTBEATS = 100;

  /**
   * One instance that waits, and for which hooks still. Guarded by the lock of its account and
   * region.
   */
  static final class HeldInstance {
    private final Group group;
    private final String instance;
    private final String transition;
    private final Map<String, Wait> hooks = new TreeMap<>();
    private final Consumer<Boolean> then;

    private HeldInstance(Group group, String instance, String transition, Consumer<Boolean> then) {
      this.group = group;
      this.instance = instance;
      this.transition = transition;
      this.then = then;
    }

    /** The instance goes on after the last, or after the first that abandons it. */
    private void complete(String hook, boolean abandon) {
      if (hooks.remove(hook) == null || !(abandon || hooks.isEmpty())) {
        return;
      }
      hooks.clear();
      group.heldInstances.remove(this);
      then.accept(abandon);
    }
  }

  /**
   * How long a hook holds an instance.
   *
   * @param until when its time is over without another heartbeat
   * @param atMost when it is over for good
   */
  private record Wait(Instant until, Instant atMost) {}

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
  boolean hold(Group group, String instance, String transition, Consumer<Boolean> then) {
    Map<String, Struct> hooks = new TreeMap<>(group.hooks);
    hooks
        .values()
        .removeIf(hook -> !hook.findText("LifecycleTransition").orElse("").equals(transition));
    if (hooks.isEmpty()) {
      return false;
    }
    var heldInstance = new HeldInstance(group, instance, transition, then);
    Instant now = accountRegion.now();
    hooks.forEach(
        (name, hook) ->
            heldInstance.hooks.put(
                name, new Wait(now.plus(heartbeatTimeout(hook)), now.plus(globalTimeout(hook)))));
    group.heldInstances.add(heldInstance);
    List.copyOf(heldInstance.hooks.keySet()).forEach(name -> endInTime(heldInstance, name));
    return true;
  }

  private void endInTime(HeldInstance heldInstance, String name) {
    Wait wait = heldInstance.hooks.get(name);
    if (wait == null) {
      return;
    }
    if (wait.until().isAfter(accountRegion.now())) {
      accountRegion.runLater(
          Duration.between(accountRegion.now(), wait.until()), () -> endInTime(heldInstance, name));
      return;
    }
    Struct hook = heldInstance.group.hooks.get(name);
    heldInstance.complete(name, hook != null && defaultResult(hook).equals("ABANDON"));
  }

  /** Completes what one instance waits for. */
  static void complete(Group group, String hook, String instance, String result) {
    waiting(group, hook, instance).complete(hook, result.equals("ABANDON"));
  }

  /** Begins the time of a hook anew. */
  void recordHeartbeat(Group group, String hook, Duration timeout, String instance) {
    HeldInstance heldInstance = waiting(group, hook, instance);
    Instant until = accountRegion.now().plus(timeout);
    heldInstance.hooks.computeIfPresent(
        hook,
        (_, wait) ->
            new Wait(until.isBefore(wait.atMost()) ? until : wait.atMost(), wait.atMost()));
  }

  private static HeldInstance waiting(Group group, String hook, String instance) {
    return group.heldInstances.stream()
        .filter(each -> each.instance.equals(instance) && each.hooks.containsKey(hook))
        .findFirst()
        .orElseThrow(
            () ->
                AwsErrorException.validationError(
                    "No active Lifecycle Action found with instance ID " + instance));
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

  static Duration globalTimeout(Struct hook) {
    return Duration.ofSeconds(
        Math.min(LONGEST_WAIT, heartbeatTimeout(hook).toSeconds() * MOST_HEARTBEATS));
  }

  static String defaultResult(Struct hook) {
    return hook.findText("DefaultResult").orElse("ABANDON");
  }
}
