package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
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

  private final AccountRegion accountRegion;
  private final GroupStore store;
  private final GroupReconciler engine;

  ProcessOperations(AccountRegion accountRegion, GroupStore store, GroupReconciler engine) {
    this.accountRegion = accountRegion;
    this.store = store;
    this.engine = engine;
  }

  Map<String, Handler> handlers() {
    return Map.of("SuspendProcesses", this::suspend, "ResumeProcesses", this::resume);
  }

  private Struct suspend(AwsCall awsCall) {
    Group group = store.requestedGroupToChange(awsCall.input());
    for (String process : processes(awsCall.input())) {
      group.suspended.putIfAbsent(process, "User suspended at " + accountRegion.now());
    }
    return new Struct();
  }

  private Struct resume(AwsCall awsCall) {
    Group group = store.requestedGroupToChange(awsCall.input());
    group.suspended.keySet().removeAll(processes(awsCall.input()));
    engine.onProcessesResumed(group);
    return new Struct();
  }

  private static List<String> processes(Struct input) {
    List<String> named = input.texts("ScalingProcesses");
    named.stream()
        .filter(process -> !ALL.contains(process))
        .findFirst()
        .ifPresent(
            process -> {
              throw AwsErrorException.validationError("Invalid process name: " + process);
            });
    return named.isEmpty() ? ALL : named;
  }
}
