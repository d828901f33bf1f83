package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Operations on lifecycle hooks. */
final class HookOperations {
  private static final int MOST = 50;
  private static final int SHORTEST = 30;
  private static final int LONGEST = 7200;
  private static final List<String> RESULTS = List.of("CONTINUE", "ABANDON");

  private final GroupStore store;
  private final LifecycleHooks lifecycleHooks;

  HookOperations(GroupStore store, LifecycleHooks lifecycleHooks) {
    this.store = store;
    this.lifecycleHooks = lifecycleHooks;
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "PutLifecycleHook", this::put,
        "DescribeLifecycleHooks", this::describe,
        "DeleteLifecycleHook", this::delete,
        "CompleteLifecycleAction", this::complete,
        "RecordLifecycleActionHeartbeat", this::recordHeartbeat);
  }

  private Struct complete(AwsCall awsCall) {
    Struct input = awsCall.input();
    String result = input.text("LifecycleActionResult");
    if (!RESULTS.contains(result)) {
      throw AwsErrorException.validationError("LifecycleActionResult must be CONTINUE or ABANDON");
    }
    Group group = store.requestedGroup(input);
    var _ = requestedHook(group, input);
    LifecycleHooks.complete(group, name(input), instance(input), result);
    return new Struct();
  }

  private Struct recordHeartbeat(AwsCall awsCall) {
    Struct input = awsCall.input();
    Group group = store.requestedGroup(input);
    Duration timeout = LifecycleHooks.heartbeatTimeout(requestedHook(group, input));
    lifecycleHooks.recordHeartbeat(group, name(input), timeout, instance(input));
    return new Struct();
  }

  private static Struct requestedHook(Group group, Struct input) {
    Struct hook = group.hooks.get(name(input));
    if (hook == null) {
      throw AwsErrorException.validationError("No Lifecycle Hook found with name: " + name(input));
    }
    return hook;
  }

  private static String name(Struct input) {
    return input.text("LifecycleHookName");
  }

  private static String instance(Struct input) {
    return input
        .findText("InstanceId")
        .orElseThrow(
            () -> AwsErrorException.validationError("Either InstanceId or a token is required"));
  }

  private Struct put(AwsCall awsCall) {
    put(store.requestedGroupToChange(awsCall.input()), awsCall.input());
    return new Struct();
  }

  /** Adds a hook or lays what is given over the hook of that name. */
  static void put(Group group, Struct given) {
    String name = given.text("LifecycleHookName");
    Struct before = group.hooks.get(name);
    if (before == null && !given.has("LifecycleTransition")) {
      throw AwsErrorException.validationError(
          "LifecycleTransition is a required parameter when creating a lifecycle hook");
    }
    if (before == null && group.hooks.size() >= MOST) {
      throw AwsErrorException.of(
          "LimitExceeded", "A group can have " + MOST + " lifecycle hooks at most");
    }
    given
        .number("HeartbeatTimeout")
        .filter(seconds -> seconds < SHORTEST || seconds > LONGEST)
        .ifPresent(
            seconds -> {
              throw AwsErrorException.validationError(
                  "The value of HeartbeatTimeout must be between %d and %d seconds: %d"
                      .formatted(SHORTEST, LONGEST, seconds));
            });
    if (!RESULTS.contains(LifecycleHooks.defaultResult(given))) {
      throw AwsErrorException.validationError("DefaultResult must be CONTINUE or ABANDON");
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
    group.hooks.put(name, before == null ? hook : before.mergedWith(hook));
  }

  private Struct describe(AwsCall awsCall) {
    Group group = store.requestedGroup(awsCall.input());
    List<String> names = awsCall.input().texts("LifecycleHookNames");
    return new Struct()
        .set(
            "LifecycleHooks",
            group.hooks.entrySet().stream()
                .filter(hook -> names.isEmpty() || names.contains(hook.getKey()))
                .map(hook -> written(group, hook.getValue()))
                .toList());
  }

  private static Struct written(Group group, Struct hook) {
    int heartbeat = Math.toIntExact(LifecycleHooks.heartbeatTimeout(hook).toSeconds());
    return hook.mergedWith(
        new Struct()
            .set("AutoScalingGroupName", group.name)
            .set("HeartbeatTimeout", heartbeat)
            .set("GlobalTimeout", Math.toIntExact(LifecycleHooks.globalTimeout(hook).toSeconds()))
            .set("DefaultResult", LifecycleHooks.defaultResult(hook)));
  }

  private Struct delete(AwsCall awsCall) {
    Group group = store.requestedGroupToChange(awsCall.input());
    String name = awsCall.input().text("LifecycleHookName");
    if (!group.hooks.containsKey(name)) {
      throw AwsErrorException.validationError("No Lifecycle Hook found with name: " + name);
    }
    LifecycleHooks.release(group, name);
    group.hooks.remove(name);
    return new Struct();
  }
}
