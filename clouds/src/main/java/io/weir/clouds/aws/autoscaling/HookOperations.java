package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.List;
import java.util.Map;

/** Operations on lifecycle hooks. */
final class HookOperations {
  private static final int MOST = 50;
  private static final int SHORTEST = 30;
  private static final int LONGEST = 7200;
  private static final int LONGEST_WAIT = 172_800;

  private final GroupStore store;

  HookOperations(GroupStore store) {
    this.store = store;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "PutLifecycleHook", this::put,
        "DescribeLifecycleHooks", this::describe,
        "DeleteLifecycleHook", this::delete);
  }

  private Struct put(Call call) {
    put(store.changeable(call.input()), call.input());
    return new Struct();
  }

  /** Adds a hook or lays what is given over the hook of that name. */
  static void put(Group group, Struct given) {
    String name = given.text("LifecycleHookName");
    Struct before = group.hooks.get(name);
    if (before == null && !given.has("LifecycleTransition")) {
      throw AwsRefusal.validation(
          "LifecycleTransition is a required parameter when creating a lifecycle hook");
    }
    if (before == null && group.hooks.size() >= MOST) {
      throw AwsRefusal.of("LimitExceeded", "A group can have " + MOST + " lifecycle hooks at most");
    }
    given
        .number("HeartbeatTimeout")
        .filter(seconds -> seconds < SHORTEST || seconds > LONGEST)
        .ifPresent(
            seconds -> {
              throw AwsRefusal.validation(
                  "The value of HeartbeatTimeout must be between %d and %d seconds: %d"
                      .formatted(SHORTEST, LONGEST, seconds));
            });
    if (!List.of("CONTINUE", "ABANDON").contains(Hooks.result(given))) {
      throw AwsRefusal.validation("DefaultResult must be CONTINUE or ABANDON");
    }
    Struct hook = new Struct();
    given
        .members()
        .forEach(
            (member, value) -> {
              if (!member.equals("AutoScalingGroupName")) {
                hook.set(member, value);
              }
            });
    group.hooks.put(name, before == null ? hook : before.with(hook));
  }

  private Struct describe(Call call) {
    Group group = store.named(call.input());
    List<String> names = call.input().texts("LifecycleHookNames");
    return new Struct()
        .set(
            "LifecycleHooks",
            group.hooks.entrySet().stream()
                .filter(hook -> names.isEmpty() || names.contains(hook.getKey()))
                .map(hook -> written(group, hook.getValue()))
                .toList());
  }

  private static Struct written(Group group, Struct hook) {
    int heartbeat = Math.toIntExact(Hooks.heartbeat(hook).toSeconds());
    return hook.with(
        new Struct()
            .set("AutoScalingGroupName", group.name)
            .set("HeartbeatTimeout", heartbeat)
            .set("GlobalTimeout", Math.min(LONGEST_WAIT, heartbeat * 100))
            .set("DefaultResult", Hooks.result(hook)));
  }

  private Struct delete(Call call) {
    Group group = store.changeable(call.input());
    String name = call.input().text("LifecycleHookName");
    if (!group.hooks.containsKey(name)) {
      throw AwsRefusal.validation("No Lifecycle Hook found with name: " + name);
    }
    Hooks.release(group, name);
    group.hooks.remove(name);
    return new Struct();
  }
}
