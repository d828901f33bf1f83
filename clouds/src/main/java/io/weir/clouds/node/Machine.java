package io.weir.clouds.node;

import io.weir.clouds.node.host.Console;
import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.host.WrittenFile;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.pods.ClusterPods;
import io.weir.clouds.node.pods.NodePods;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One machine. It runs on one virtual thread from power-on to power-off. */
final class Machine {
  private static final String KUBELET_FILE = "/etc/kubernetes/kubelet.conf";

  private final Startup startup;
  private final Duration osBootTime;
  private final Supplier<Optional<ClusterPods>> clusterPods;
  private final Console console = new Console();
  private final Host host = new Host(console);
  private final FileSystem files = new FileSystem();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final CompletableFuture<BootOutcome> settled = new CompletableFuture<>();
  private volatile BootOutcome outcome = new BootOutcome.Booting();
  private final Thread thread;

  /** What a machine does once its operating system runs. */
  interface Startup {
    /**
     * Starts what the machine is there for, and settles how that went.
     *
     * @return the kubelet to keep running; empty if there is none
     */
    Optional<Kubelet> start(Machine machine) throws InterruptedException;
  }

  /**
   * @param clusterPods asked once it has joined; empty if nobody looks after its pods
   */
  Machine(
      String id,
      Startup startup,
      Duration osBootTime,
      Supplier<Optional<ClusterPods>> clusterPods) {
    this.startup = startup;
    this.clusterPods = clusterPods;
    this.osBootTime = osBootTime;
    this.thread = Thread.ofVirtual().name("machine-" + id).unstarted(this::live);
  }

  void powerOn() {
    thread.start();
  }

  /** Takes the power. A request that is on its way may still arrive, as it may for a real one. */
  void powerOff() {
    host.powerOff();
    // On a virtual thread this also closes the socket that it reads from.
    thread.interrupt();
    setOutcome(new BootOutcome.Killed(outcome));
  }

  private void live() {
    try {
      host.pause(osBootTime);
      Optional<Kubelet> kubelet = startup.start(this);
      if (kubelet.isPresent()) {
        try (Kubelet running = kubelet.get();
            NodePods pods = running.pods()) {
          run(running, pods);
        }
      }
    } catch (InterruptedException e) {
      // Without power there is nothing left to do.
    } catch (RuntimeException e) {
      host.log("kernel", "the simulated machine crashed: " + e);
      setOutcome(new BootOutcome.JoinFailed(JoinFailure.CONFIGURATION, "crashed: " + e));
    }
  }

  private void run(Kubelet kubelet, NodePods pods) throws InterruptedException {
    Optional<ClusterPods> cluster = clusterPods.get();
    cluster.ifPresent(all -> all.attach(pods));
    try {
      kubelet.run();
    } finally {
      cluster.ifPresent(all -> all.detach(pods));
    }
  }

  /** Notes a command of the user data that runs now, in the words of who runs it. */
  void recordCommand(String agent, String section, String command) {
    commands.add(command);
    host.log(agent, section + ": " + command.lines().findFirst().orElse(""));
  }

  synchronized void setOutcome(BootOutcome result) {
    if (outcome instanceof BootOutcome.Killed) {
      return;
    }
    outcome = result;
    settled.complete(result);
  }

  /** Keeps the kubelet's own file on the disk, as kubeadm does. */
  void saveKubeletConf(String kubeletConf) {
    byte[] content = kubeletConf.getBytes(StandardCharsets.UTF_8);
    files.write(KUBELET_FILE, new WrittenFile(content, 0600, "root:root"));
  }

  /** What it would go on from; empty as long as it has not joined. */
  Optional<SavedMachine> savedState() {
    return outcome instanceof BootOutcome.Joined(String nodeName)
        ? files.read(KUBELET_FILE).map(file -> new SavedMachine(nodeName, file.text()))
        : Optional.empty();
  }

  Host host() {
    return host;
  }

  FileSystem files() {
    return files;
  }

  boolean isOn() {
    return host.isOn();
  }

  BootOutcome outcome() {
    return outcome;
  }

  CompletableFuture<BootOutcome> whenSettled() {
    return settled.copy();
  }

  List<String> console() {
    return console.lines();
  }

  List<String> commands() {
    return List.copyOf(commands);
  }

  Optional<WrittenFile> file(String path) {
    return files.read(path);
  }
}
