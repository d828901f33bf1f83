package io.weir.sandbox.fault;

import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.Glob;
import io.weir.clouds.SimulatedCloud;
import io.weir.sandbox.Sandbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Carries out fault requests in a sandbox. Safe for concurrent use. */
final class FaultExecutor {
  private final Sandbox sandbox;
  private final ActiveFaults activeFaults;
  private final InstanceKiller instanceKiller;

  FaultExecutor(Sandbox sandbox, ActiveFaults activeFaults) {
    this.sandbox = sandbox;
    this.activeFaults = activeFaults;
    this.instanceKiller = new InstanceKiller(sandbox);
  }

  /**
   * Carries one out.
   *
   * @return what was done, in the first line, and what can be done about it
   * @throws IllegalArgumentException when it cannot be; the message says what to do instead
   */
  List<String> execute(FaultRequest faultRequest) {
    return switch (faultRequest) {
      case FaultRequest.InjectFault injectFault -> misbehave(injectFault);
      case FaultRequest.KillInstance(String target) -> List.of(instanceKiller.kill(target));
      case FaultRequest.CrashManager _ -> List.of(crash());
      case FaultRequest.ListFaults _ -> show();
      case FaultRequest.ClearFaults(int id) -> List.of(clear(id));
    };
  }

  private List<String> misbehave(FaultRequest.InjectFault order) {
    check(order);
    int id = activeFaults.add(order, inject(order, 0));
    return List.of(
        "fault %d: %s".formatted(id, FaultDescription.of(order)),
        "weir sandbox fault clear %d ends it".formatted(id));
  }

  /**
   * Lays a fault, without asking whether it makes sense.
   *
   * @param struck how often it had struck at another time
   */
  ActiveFaults.AppliedFault inject(FaultRequest.InjectFault order, int struck) {
    Optional<CloudFault.Kind> kind = order.what().cloudFaultKind();
    if (kind.isEmpty()) {
      var apiServerGate = sandbox.workloadGate();
      apiServerGate.shut();
      return new ActiveFaults.AppliedFault(apiServerGate::open, Optional.empty());
    }
    SimulatedCloud cloud = cloud(order);
    FaultInjector.PendingFault laid =
        cloud.faults().inject(fault(kind.get(), order, cloud), struck);
    return new ActiveFaults.AppliedFault(laid::remove, Optional.of(laid));
  }

  /** The one whose pools are shown, but for operations that only another one has. */
  private SimulatedCloud cloud(FaultRequest.InjectFault order) {
    SimulatedCloud shown = sandbox.clouds().getFirst();
    return order.operation().isEmpty()
        ? shown
        : sandbox.clouds().stream()
            .filter(cloud -> has(cloud.operations(), order.operation()))
            .findFirst()
            .orElse(shown);
  }

  private static boolean has(Set<String> names, String pattern) {
    return names.stream().anyMatch(name -> Glob.matches(pattern, name));
  }

  private static CloudFault fault(
      CloudFault.Kind kind, FaultRequest.InjectFault order, SimulatedCloud cloud) {
    boolean launches = order.what().affectsLaunches();
    String action =
        launches ? cloud.launchAction() : FaultDescription.otherwise(order.operation(), "*");
    String resource =
        launches
            ? FaultDescription.otherwise(order.pool(), "*")
                + "/"
                + FaultDescription.otherwise(order.zone(), "*")
            : "*";
    return new CloudFault(
        kind,
        action,
        resource,
        order.calls(),
        Math.max(1, order.every()),
        Duration.ofMillis(order.byMillis()));
  }

  private void check(FaultRequest.InjectFault order) {
    String word = order.what().optionName();
    if (order.what().needsDelay() && order.byMillis() == 0) {
      throw new IllegalArgumentException(word + " needs --by, such as --by 1m");
    }
    if (order.what().cloudFaultKind().isEmpty() && order.calls() > 0) {
      throw new IllegalArgumentException(word + " takes no --calls; use --for, or clear it later");
    }
    boolean ofCalls = order.what().cloudFaultKind().isPresent() && !order.what().affectsLaunches();
    if (!ofCalls && !order.operation().isEmpty()) {
      throw new IllegalArgumentException(word + " takes no --operation; omit it");
    }
    if (!order.what().affectsLaunches() && !(order.pool() + order.zone()).isEmpty()) {
      throw new IllegalArgumentException(
          "only no-capacity and slow-boot take --pool and --zone; omit them");
    }
    SimulatedCloud cloud = cloud(order);
    known(cloud, "operation", order.operation(), cloud.operations());
    known(cloud, "zone", order.zone(), cloud.zones());
  }

  private static void known(SimulatedCloud cloud, String what, String given, Set<String> all) {
    if (!given.isEmpty() && !has(all, given)) {
      throw new IllegalArgumentException(
          "the simulated %s has no %s %s; it has %s"
              .formatted(cloud.name(), what, given, String.join(", ", all)));
    }
  }

  private String crash() {
    sandbox.manager().kill();
    return "killed the manager; the sandbox restarts it";
  }

  private List<String> show() {
    List<String> lines = activeFaults.descriptions();
    return lines.isEmpty() ? List.of("no active faults") : lines;
  }

  private String clear(int id) {
    if (id == 0) {
      int count = activeFaults.clear();
      return count == 0
          ? "no active faults"
          : "ended " + count + (count == 1 ? " fault" : " faults");
    }
    return activeFaults
        .remove(id)
        .map(sentence -> "ended fault " + id + ": " + sentence)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no active fault " + id + "; see weir sandbox fault list"));
  }
}
