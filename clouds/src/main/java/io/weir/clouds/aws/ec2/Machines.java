package io.weir.clouds.aws.ec2;

import io.weir.clouds.Fault;
import io.weir.clouds.InstanceState;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.world.Place;
import io.weir.clouds.aws.world.Subnet;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The instances of one account and region, and how they come and go. */
public final class Machines {
  /** The name under which faults find launches. */
  public static final String LAUNCH = "RunInstances";

  /** Told about instances under the lock of the place. */
  public interface Watcher {
    /** The instance runs now. */
    void running(Machine machine);

    /** The instance is going or gone, whoever ordered it. */
    void ending(Machine machine);

    /** The instance is terminated. */
    void ended(Machine machine);
  }

  private final Place place;
  private final LaunchChecks checks;
  private final Addresses addresses = new Addresses();
  private final Map<String, Machine> byId = new LinkedHashMap<>();
  private Optional<Watcher> watcher = Optional.empty();

  Machines(Place place) {
    this.place = place;
    checks = new LaunchChecks(place);
  }

  /** Sets the one that is told. */
  public void watch(Watcher newWatcher) {
    watcher = Optional.of(newWatcher);
  }

  /** All that are remembered. */
  public Collection<Machine> all() {
    return byId.values();
  }

  /** The instance of this id, if it is remembered. */
  public Optional<Machine> withId(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /**
   * Orders an instance; it runs after its time to boot.
   *
   * @throws AwsRefusal as RunInstances would
   */
  public Machine launch(Launch launch) {
    checks.check(launch.data());
    String subject = launch.group() + "/" + launch.subnet().zone();
    if (strike(Fault.Kind.NO_CAPACITY, subject).isPresent()) {
      throw noCapacity(launch);
    }
    Machine machine =
        new Machine(place.newId("i"), launch, addresses.take(launch.subnet()), place.now());
    byId.put(machine.id(), machine);
    place.journal().created("Instance", launch.group());
    Duration extra = strike(Fault.Kind.SLOW_BOOT, subject).map(Fault::delay).orElse(Duration.ZERO);
    place.later(place.timing().boot().plus(extra), () -> run(machine));
    return machine;
  }

  /** Takes an instance of another time in, as far in its life as it was. */
  void restore(Machine machine) {
    byId.put(machine.id(), machine);
    addresses.occupy(machine.subnet(), machine.ip());
    switch (machine.state()) {
      case PENDING -> place.later(place.timing().boot(), () -> run(machine));
      case RUNNING -> place.events().started(machine.seen(place.region().name()));
      case SHUTTING_DOWN -> place.later(place.timing().shutdown(), () -> end(machine, false));
      case TERMINATED -> {}
    }
  }

  /** Shuts an instance down; repeating it changes nothing. */
  public void terminate(Machine machine) {
    if (alive(machine)) {
      boolean ran = machine.state() == Machine.State.RUNNING;
      machine.state(Machine.State.SHUTTING_DOWN);
      place.later(place.timing().shutdown(), () -> end(machine, ran));
      watcher.ifPresent(w -> w.ending(machine));
    } else if (machine.state() == Machine.State.TERMINATED) {
      // Whoever asks for what happened already still has to hear of its end.
      place.later(Duration.ZERO, () -> watcher.ifPresent(w -> w.ended(machine)));
    }
  }

  /** Ends an instance without warning, as failing hardware does; false if it is ending already. */
  public boolean kill(Machine machine) {
    if (!alive(machine)) {
      return false;
    }
    boolean ran = machine.state() == Machine.State.RUNNING;
    watcher.ifPresent(w -> w.ending(machine));
    end(machine, ran);
    return true;
  }

  private void run(Machine machine) {
    if (machine.state() == Machine.State.PENDING) {
      machine.state(Machine.State.RUNNING);
      place.events().started(machine.seen(place.region().name()));
      watcher.ifPresent(w -> w.running(machine));
    }
  }

  private void end(Machine machine, boolean ran) {
    if (machine.state() == Machine.State.TERMINATED) {
      return;
    }
    machine.state(Machine.State.TERMINATED);
    addresses.give(machine.subnet(), machine.ip());
    if (ran) {
      place.events().terminated(machine.seen(place.region().name()));
    }
    place.later(place.timing().remembered(), () -> byId.remove(machine.id()));
    watcher.ifPresent(w -> w.ended(machine));
  }

  private static boolean alive(Machine machine) {
    return machine.state() == Machine.State.PENDING || machine.state() == Machine.State.RUNNING;
  }

  /** Each instance as people see it. */
  public List<InstanceState> pictures() {
    return byId.values().stream()
        .map(
            machine ->
                new InstanceState(
                    machine.id(),
                    machine.launch().group(),
                    machine.subnet().zone(),
                    machine.state().word(),
                    machine.state().stage()))
        .toList();
  }

  int freeAddresses(Subnet subnet) {
    return addresses.free(subnet);
  }

  private Optional<Fault> strike(Fault.Kind kind, String subject) {
    return place.faults().strike(EnumSet.of(kind), LAUNCH, subject);
  }

  private AwsRefusal noCapacity(Launch launch) {
    String zone = launch.subnet().zone();
    String others =
        place.region().subnets().stream()
            .map(Subnet::zone)
            .distinct()
            .filter(other -> !other.equals(zone))
            .collect(Collectors.joining(", "));
    return new AwsRefusal(
        500,
        "InsufficientInstanceCapacity",
        "We currently do not have sufficient %1$s capacity in the Availability Zone you requested (%2$s). Our system will be working on provisioning additional capacity. You can currently get %1$s capacity by not specifying an Availability Zone in your request or choosing %3$s."
            .formatted(launch.type(), zone, others));
  }
}
