package io.weir.clouds.node;

import io.weir.clouds.node.host.WrittenFile;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.wire.Network;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Simulated machines by instance id. Made for thousands in one process: a machine costs a virtual
 * thread and, while it keeps a Lease, one connection. Safe for use by many threads.
 */
public final class Fleet implements AutoCloseable {
  private final FleetOptions options;
  private final Network network;
  private final Map<String, Left> disks;
  private final ConcurrentHashMap<String, Machine> machines = new ConcurrentHashMap<>();

  /** An empty fleet. */
  public Fleet(FleetOptions options) {
    this(options, Map.of());
  }

  /**
   * An empty fleet that goes on from another one.
   *
   * @param disks what machines have left there, by instance id; each of them goes on as the Node
   *     that it was, when it is switched on
   */
  public Fleet(FleetOptions options, Map<String, Left> disks) {
    this.options = options;
    this.disks = Map.copyOf(disks);
    this.network = new Network(options.conversations(), options.requestTimeout());
  }

  /**
   * Switches a machine on that reads user data at its first boot. Returns at once; see {@link
   * #settled}.
   *
   * @throws IllegalStateException if a machine with this id is known already: what cloud-init does
   *     at first boot, it does once
   */
  public void boot(MachineSpec spec) {
    switchOn(spec.instanceId(), new KubeadmStartup(spec, options, network), spec::identity);
  }

  /**
   * Switches a machine on that its cloud itself makes a node of. Returns at once; see {@link
   * #settled}.
   *
   * @throws IllegalStateException if a machine with this id is known already
   */
  public void boot(ManagedMachineSpec spec) {
    switchOn(spec.instanceId(), new ManagedStartup(spec, options, network), _ -> spec.identity());
  }

  /** What a machine would go on from; empty if it is unknown or has not joined. */
  public Optional<Left> left(String instanceId) {
    return machine(instanceId).flatMap(Machine::left);
  }

  /** The same of all machines, by instance id. */
  public Map<String, Left> left() {
    var all = new TreeMap<String, Left>();
    machines.forEach((id, machine) -> machine.left().ifPresent(disk -> all.put(id, disk)));
    return all;
  }

  /** Why machines did not join, by instance id; without those that joined or are on their way. */
  public Map<String, String> failures() {
    var all = new TreeMap<String, String>();
    machines.forEach(
        (id, machine) -> machine.outcome().trouble().ifPresent(why -> all.put(id, why)));
    return all;
  }

  private void switchOn(String id, Machine.Startup first, Function<Left, NodeIdentity> node) {
    Left disk = disks.get(id);
    if (disk == null) {
      switchOn(id, first, options.osBootTime());
    } else {
      switchOn(id, new ResumedStartup(node.apply(disk), disk, options, network), Duration.ZERO);
    }
  }

  private void switchOn(String id, Machine.Startup startup, Duration osBootTime) {
    var machine = new Machine(id, startup, osBootTime);
    if (machines.putIfAbsent(id, machine) != null) {
      throw new IllegalStateException("machine " + id + " was booted before");
    }
    machine.powerOn();
  }

  /**
   * Takes the power of a machine away: it stops at once, and its Node and Lease stay as they are.
   * Nothing happens if it is off or unknown. Outcome, console and files stay readable.
   */
  public void kill(String instanceId) {
    Machine machine = machines.get(instanceId);
    if (machine != null && machine.on()) {
      machine.powerOff();
    }
  }

  /** Kills a machine, if it still runs, and forgets all about it. */
  public void forget(String instanceId) {
    kill(instanceId);
    machines.remove(instanceId);
  }

  /** How far a machine got; empty if it is unknown. */
  public Optional<BootOutcome> outcome(String instanceId) {
    return machine(instanceId).map(Machine::outcome);
  }

  /**
   * Completes when a machine has joined, has given up or was killed, with what happened first.
   * Never completes exceptionally.
   *
   * @throws IllegalStateException if the machine is unknown
   */
  public CompletableFuture<BootOutcome> settled(String instanceId) {
    return machine(instanceId)
        .orElseThrow(() -> new IllegalStateException("machine " + instanceId + " is unknown"))
        .settled();
  }

  /** The latest lines of a machine's console, without tokens; empty if it is unknown. */
  public List<String> console(String instanceId) {
    return machine(instanceId).map(Machine::console).orElse(List.of());
  }

  /** The commands of a machine's user data in the order of execution; empty if it is unknown. */
  public List<String> commands(String instanceId) {
    return machine(instanceId).map(Machine::commands).orElse(List.of());
  }

  /** A file on a machine; empty if machine or file is not there. */
  public Optional<WrittenFile> file(String instanceId, String path) {
    return machine(instanceId).flatMap(machine -> machine.file(path));
  }

  /** How many machines have power. */
  public int running() {
    return (int) machines.values().stream().filter(Machine::on).count();
  }

  private Optional<Machine> machine(String instanceId) {
    return Optional.ofNullable(machines.get(instanceId));
  }

  /** Kills every machine. */
  @Override
  public void close() {
    machines.values().stream().filter(Machine::on).forEach(Machine::powerOff);
  }
}
