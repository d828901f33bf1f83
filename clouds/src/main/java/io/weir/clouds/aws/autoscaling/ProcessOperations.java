package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import java.util.List;
import java.util.Map;

/** SuspendProcesses and ResumeProcesses. */
final class ProcessOperations {
  private static final List<String> ALL =
      List.of(
          "AddToLoadBalancer",
          "AlarmNotification",
          "AZRebalance",
          "HealthCheck",
          "InstanceRefresh",
          "Launch",
          "ReplaceUnhealthy",
          "ScheduledActions",
          "Terminate");

  private final Place place;
  private final GroupStore store;
  private final GroupEngine engine;

  ProcessOperations(Place place, GroupStore store, GroupEngine engine) {
    this.place = place;
    this.store = store;
    this.engine = engine;
  }

  Map<String, Handler> handlers() {
    return Map.of("SuspendProcesses", this::suspend, "ResumeProcesses", this::resume);
  }

  private Struct suspend(Call call) {
    Group group = store.changeable(call.input());
    for (String process : processes(call.input())) {
      group.suspended.putIfAbsent(process, "User suspended at " + place.now());
    }
    return new Struct();
  }

  private Struct resume(Call call) {
    Group group = store.changeable(call.input());
    group.suspended.keySet().removeAll(processes(call.input()));
    engine.resumed(group);
    return new Struct();
  }

  private static List<String> processes(Struct input) {
    List<String> named = input.texts("ScalingProcesses");
    named.stream()
        .filter(process -> !ALL.contains(process))
        .findFirst()
        .ifPresent(
            process -> {
              throw AwsRefusal.validation("Invalid process name: " + process);
            });
    return named.isEmpty() ? ALL : named;
  }
}
