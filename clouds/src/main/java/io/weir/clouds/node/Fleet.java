package io.weir.clouds.node;

import io.weir.clouds.node.host.WrittenFile;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.pods.ClusterPods;
import io.weir.clouds.node.wire.ApiClientFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Simulated machines by instance id. Made for thousands in one process: a machine costs a virtual
 * thread and, while it keeps a Lease, one connection. Safe for use by many threads.
 */
public final class Fleet implements AutoCloseable {
  private final FleetOptions options;
  private final ApiClientFactory apiClientFactory;
  private final Map<String, SavedMachine> disks;
  private final ConcurrentHashMap<String, Machine> machines = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable ClusterPods> clusterPods = new AtomicReference<>();

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
  public Fleet(FleetOptions options, Map<String, SavedMachine> disks) {
    this.options = options;
    this.disks = Map.copyOf(disks);
    this.apiClientFactory =
        new ApiClientFactory(options.concurrentRequests(), options.requestTimeout());
  }

  /**
   * Lets the machines that join a cluster from now on run its pods; without this they run none.
   *
   * @param kubeconfig of somebody who may watch all pods of the cluster; credentials inline
   * @throws IllegalStateException if they run those of another cluster already
   */
  public void runPodsOf(String kubeconfig) {
    ClusterPods started = ClusterPods.start(kubeconfig, apiClientFactory, options.retry());
    if (!clusterPods.compareAndSet(null, started)) {
      started.close();
      throw new IllegalStateException("the machines run the pods of another cluster");
    }
  }

  /**
   * Switches a machine on that reads user data at its first boot. Returns at once; see {@link
   * #whenSettled}.
   *
   * @throws IllegalStateException if a machine with this id is known already: what cloud-init does
   *     at first boot, it does once
   */
  public void boot(MachineSpec spec) {
    switchOn(
        spec.instanceId(), new KubeadmStartup(spec, options, apiClientFactory), spec::identity);
  }

  /**
   * Switches a machine on that its cloud itself makes a node of. Returns at once; see {@link
   * #whenSettled}.
   *
   * @throws IllegalStateException if a machine with this id is known already
   */
  public void boot(ManagedMachineSpec spec) {
    switchOn(
        spec.instanceId(),
        new ManagedStartup(spec, options, apiClientFactory),
        _ -> spec.identity());
  }

  /** What a machine would go on from; empty if it is unknown or has not joined. */
  public Optional<SavedMachine> savedMachine(String instanceId) {
    return machine(instanceId).flatMap(Machine::savedState);
  }

  /** The same of all machines, by instance id. */
  public Map<String, SavedMachine> savedMachine() {
    var all = new TreeMap<String, SavedMachine>();
    machines.forEach((id, machine) -> machine.savedState().ifPresent(disk -> all.put(id, disk)));
    return all;
  }

  /** Why machines did not join, by instance id; without those that joined or are on their way. */
  public Map<String, String> joinFailures() {
    var all = new TreeMap<String, String>();
    machines.forEach(
        (id, machine) -> machine.outcome().failureMessage().ifPresent(why -> all.put(id, why)));
    return all;
  }

  private void switchOn(
      String id, Machine.Startup first, Function<SavedMachine, NodeIdentity> node) {
    SavedMachine disk = disks.get(id);
    if (disk == null) {
      switchOn(id, first, options.osBootTime());
    } else {
      switchOn(
          id, new ResumedStartup(node.apply(disk), disk, options, apiClientFactory), Duration.ZERO);
    }
  }

  private void switchOn(String id, Machine.Startup startup, Duration osBootTime) {
    var machine =
        new Machine(id, startup, osBootTime, () -> Optional.ofNullable(clusterPods.get()));
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
    if (machine != null && machine.isOn()) {
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
  public CompletableFuture<BootOutcome> whenSettled(String instanceId) {
    return machine(instanceId)
        .orElseThrow(() -> new IllegalStateException("machine " + instanceId + " is unknown"))
        .whenSettled();
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
  public int runningCount() {
    return (int) machines.values().stream().filter(Machine::isOn).count();
  }

  private Optional<Machine> machine(String instanceId) {
    return Optional.ofNullable(machines.get(instanceId));
  }

  /** Kills every machine. */
  @Override
  public void close() {
    machines.values().stream().filter(Machine::isOn).forEach(Machine::powerOff);
    ClusterPods watched = clusterPods.get();
    if (watched != null) {
      watched.close();
    }
  }
}
