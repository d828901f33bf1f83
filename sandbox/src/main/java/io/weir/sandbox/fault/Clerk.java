package io.weir.sandbox.fault;

import io.weir.api.ObjectKey;
import io.weir.clouds.Fault;
import io.weir.clouds.Faults;
import io.weir.clouds.Glob;
import io.weir.clouds.aws.ec2.Machines;
import io.weir.manager.runtime.kube.BuiltIns;
import io.weir.sandbox.Sandbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Carries out orders in a sandbox. Safe for concurrent use. */
final class Clerk {
  private final Sandbox sandbox;
  private final Standing standing;

  Clerk(Sandbox sandbox, Standing standing) {
    this.sandbox = sandbox;
    this.standing = standing;
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
      case Order.Kill(String target) -> List.of(kill(target));
      case Order.Crash _ -> List.of(crash());
      case Order.Show _ -> show();
      case Order.Clear(int id) -> List.of(clear(id));
    };
  }

  private List<String> misbehave(Order.Misbehave order) {
    check(order);
    Duration duration = Duration.ofMillis(order.forMillis());
    String sentence = Sentences.of(order);
    int id =
        order
            .what()
            .kind()
            .map(
                kind -> {
                  Faults.Pending laid = sandbox.aws().faults().lay(fault(kind, order));
                  return standing.add(sentence, laid::remove, Optional.of(laid), duration);
                })
            .orElseGet(
                () -> {
                  var door = sandbox.workloadDoor();
                  door.shut();
                  return standing.add(sentence, door::open, Optional.empty(), duration);
                });
    return List.of(
        "fault %d: %s".formatted(id, sentence),
        "weir sandbox fault clear %d ends it".formatted(id));
  }

  private static Fault fault(Fault.Kind kind, Order.Misbehave order) {
    String action =
        order.what().ofLaunches()
            ? Machines.LAUNCH
            : order.operation().isEmpty() ? "*" : order.operation();
    String resource =
        order.what().ofLaunches()
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
    var operations = sandbox.aws().operations();
    if (!order.operation().isEmpty()
        && operations.stream().noneMatch(each -> Glob.matches(order.operation(), each))) {
      throw new IllegalArgumentException(
          "the simulated AWS has no operation %s; it has %s"
              .formatted(order.operation(), String.join(", ", operations)));
    }
  }

  private String kill(String target) {
    List<String> running =
        sandbox.aws().instances().stream()
            .filter(instance -> "running".equals(instance.get("state")))
            .map(instance -> instance.getOrDefault("id", ""))
            .toList();
    String id = target.isEmpty() ? any(running) : instance(target);
    if (!sandbox.aws().kill(id)) {
      throw new IllegalArgumentException(
          "there is no instance and no Node %s; those that run: %s"
              .formatted(target, running.isEmpty() ? "none" : String.join(", ", running)));
    }
    return "killed instance " + id + place(id);
  }

  private static String any(List<String> running) {
    if (running.isEmpty()) {
      throw new IllegalArgumentException("no instance runs that could be killed");
    }
    return running.get(RandomGenerator.getDefault().nextInt(running.size()));
  }

  private String instance(String target) {
    return sandbox
        .kube()
        .cache(BuiltIns.NODE)
        .get(new ObjectKey("", target))
        .map(node -> node.at("/spec/providerID").asText("").replaceFirst(".*/", ""))
        .orElse(target);
  }

  private String place(String id) {
    return sandbox.aws().instances().stream()
        .filter(instance -> id.equals(instance.get("id")))
        .findFirst()
        .map(Map::copyOf)
        .map(instance -> " of %s in %s".formatted(instance.get("group"), instance.get("zone")))
        .orElse("");
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
