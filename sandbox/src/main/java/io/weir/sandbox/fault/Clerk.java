package io.weir.sandbox.fault;

import io.weir.clouds.Fault;
import io.weir.clouds.Faults;
import io.weir.clouds.Glob;
import io.weir.clouds.SimulatedCloud;
import io.weir.sandbox.Sandbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Carries out orders in a sandbox. Safe for concurrent use. */
final class Clerk {
  private final Sandbox sandbox;
  private final Standing standing;
  private final Killing killing;

  Clerk(Sandbox sandbox, Standing standing) {
    this.sandbox = sandbox;
    this.standing = standing;
    this.killing = new Killing(sandbox);
  }

  /**
   * Carries one out.
   *
   * @return what was done, in the first line, and what can be done about it
   * @throws IllegalArgumentException when it cannot be; the message says what to do instead
   */
  List<String> carryOut(Order order) {
    return switch (order) {
      case Order.Misbehave misbehave -> misbehave(misbehave);
      case Order.Kill(String target) -> List.of(killing.kill(target));
      case Order.Crash _ -> List.of(crash());
      case Order.Show _ -> show();
      case Order.Clear(int id) -> List.of(clear(id));
    };
  }

  private List<String> misbehave(Order.Misbehave order) {
    check(order);
    int id = standing.add(order, lay(order, 0));
    return List.of(
        "fault %d: %s".formatted(id, Sentences.of(order)),
        "weir sandbox fault clear %d ends it".formatted(id));
  }

  /**
   * Lays a fault, without asking whether it makes sense.
   *
   * @param struck how often it had struck at another time
   */
  Standing.Laid lay(Order.Misbehave order, int struck) {
    Optional<Fault.Kind> kind = order.what().kind();
    if (kind.isEmpty()) {
      var door = sandbox.workloadDoor();
      door.shut();
      return new Standing.Laid(door::open, Optional.empty());
    }
    SimulatedCloud cloud = cloud(order);
    Faults.Pending laid = cloud.faults().lay(fault(kind.get(), order, cloud), struck);
    return new Standing.Laid(laid::remove, Optional.of(laid));
  }

  /** The one whose pools are shown, but for operations that only another one has. */
  private SimulatedCloud cloud(Order.Misbehave order) {
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

  private static Fault fault(Fault.Kind kind, Order.Misbehave order, SimulatedCloud cloud) {
    boolean launches = order.what().ofLaunches();
    String action = launches ? cloud.launch() : Sentences.otherwise(order.operation(), "*");
    String resource =
        launches
            ? Sentences.otherwise(order.pool(), "*") + "/" + Sentences.otherwise(order.zone(), "*")
            : "*";
    return new Fault(
        kind,
        action,
        resource,
        order.calls(),
        Math.max(1, order.every()),
        Duration.ofMillis(order.byMillis()));
  }

  private void check(Order.Misbehave order) {
    String word = order.what().word();
    if (order.what().late() && order.byMillis() == 0) {
      throw new IllegalArgumentException(word + " needs --by, such as --by 1m");
    }
    if (order.what().kind().isEmpty() && order.calls() > 0) {
      throw new IllegalArgumentException(word + " counts no calls; use --for, or clear it later");
    }
    boolean ofCalls = order.what().kind().isPresent() && !order.what().ofLaunches();
    if (!ofCalls && !order.operation().isEmpty()) {
      throw new IllegalArgumentException(word + " concerns no operation; leave --operation out");
    }
    if (!order.what().ofLaunches() && !(order.pool() + order.zone()).isEmpty()) {
      throw new IllegalArgumentException(
          "only no-capacity and slow-boot concern launches; leave --pool and --zone out");
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
    return "killed the manager; the sandbox starts it again";
  }

  private List<String> show() {
    List<String> lines = standing.lines();
    return lines.isEmpty() ? List.of("no fault is ordered") : lines;
  }

  private String clear(int id) {
    if (id == 0) {
      int count = standing.clear();
      return count == 0
          ? "there was no fault"
          : "ended " + count + (count == 1 ? " fault" : " faults");
    }
    return standing
        .remove(id)
        .map(sentence -> "ended fault " + id + ": " + sentence)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no fault " + id + "; weir sandbox fault list shows them"));
  }
}
