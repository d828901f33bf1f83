package io.weir.clouds.node;

import io.weir.clouds.node.cloudinit.CloudInit;
import io.weir.clouds.node.cloudinit.FirstBoot;
import io.weir.clouds.node.cloudinit.InstanceData;
import io.weir.clouds.node.host.Console;
import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.host.Shell;
import io.weir.clouds.node.host.WrittenFile;
import io.weir.clouds.node.ignition.Ignition;
import io.weir.clouds.node.kubeadm.Discovery;
import io.weir.clouds.node.kubeadm.JoinCommand;
import io.weir.clouds.node.kubeadm.JoinConfiguration;
import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;
import io.weir.clouds.node.kubeadm.JoinConfigurationReader;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.clouds.node.wire.Network;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** One machine. It runs on one virtual thread from power-on to power-off. */
final class Machine {
  private static final String KUBELET_FILE = "/etc/kubernetes/kubelet.conf";

  private final Optional<Left> left;
  private final MachineSpec spec;
  private final FleetOptions options;
  private final Network network;
  private final Console console = new Console();
  private final Host host = new Host(console);
  private final FileSystem files = new FileSystem();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final CompletableFuture<BootOutcome> settled = new CompletableFuture<>();
  private volatile String agent = "cloud-init";
  private volatile BootOutcome outcome = new BootOutcome.Booting();
  private final Thread thread;

  Machine(MachineSpec spec, FleetOptions options, Network network, Optional<Left> left) {
    this.left = left;
    this.spec = spec;
    this.options = options;
    this.network = network;
    this.thread = Thread.ofVirtual().name("machine-" + spec.instanceId()).unstarted(this::live);
  }

  void powerOn() {
    thread.start();
  }

  /** Takes the power. A request that is on its way may still arrive, as it may for a real one. */
  void powerOff() {
    host.powerOff();
    // On a virtual thread this also closes the socket that it reads from.
    thread.interrupt();
    settle(new BootOutcome.Killed(outcome));
  }

  private void live() {
    if (left.isPresent()) {
      goOn(left.get());
      return;
    }
    try {
      host.pause(options.osBootTime());
      InstanceData instance = InstanceData.ec2(spec.metadata());
      boolean ignition = Ignition.reads(spec.userData());
      FirstBoot boot =
          ignition
              ? Ignition.firstBoot(spec.userData(), spec.metadata(), files)
              : CloudInit.firstBoot(spec.userData(), instance, files);
      agent = ignition ? "ignition" : "cloud-init";
      boot.warnings().forEach(warning -> host.log(agent, "WARNING: " + warning));
      boot.bootCommands().forEach(command -> record("bootcmd", command));
      files.paths().forEach(path -> host.log(agent, "wrote " + path));
      Optional<Kubelet> kubelet = runCommands(boot, instance);
      if (kubelet.isPresent()) {
        try (Kubelet running = kubelet.get()) {
          running.run();
        }
      }
    } catch (InterruptedException e) {
      // Without power there is nothing left to do.
    } catch (RuntimeException e) {
      host.log("kernel", "the simulated machine crashed: " + e);
      settle(new BootOutcome.JoinFailed(JoinFailure.CONFIGURATION, "crashed: " + e));
    }
  }

  /** As after a restart: what first boot did is on the disk, the kubelet's own file included. */
  private void goOn(Left disk) {
    var registration = new NodeRegistration(disk.nodeName(), List.of(), Map.of(), "", List.of());
    files.write(KUBELET_FILE, secret(disk.kubeletConf()));
    try (Kubelet kubelet =
        Kubelet.again(
            identity(disk.nodeName(), registration),
            Kubeconfig.parse(disk.kubeletConf()),
            network,
            host,
            options.kubeletTimes(options.bootstrapTimeout()))) {
      settle(new BootOutcome.Joined(disk.nodeName()));
      kubelet.run();
    } catch (InterruptedException e) {
      // Without power there is nothing left to do.
    }
  }

  /** What it would go on from; empty as long as it has not joined. */
  Optional<Left> left() {
    return outcome instanceof BootOutcome.Joined(String nodeName)
        ? files.read(KUBELET_FILE).map(file -> new Left(nodeName, file.text()))
        : Optional.empty();
  }

  /**
   * Runs the commands in order. As in a shell script, what follows a failed join runs too, unless
   * the script is one that stops there.
   */
  private Optional<Kubelet> runCommands(FirstBoot boot, InstanceData instance)
      throws InterruptedException {
    Optional<Kubelet> kubelet = Optional.empty();
    BootOutcome result =
        boot.usable()
            ? new BootOutcome.NoJoinAsked()
            : new BootOutcome.UserDataUnusable(String.join("; ", boot.warnings()));
    Optional<Shell> shell = boot.script().map(script -> new Shell(files, script.environment()));
    for (String command : boot.runCommands()) {
      record("runcmd", command);
      Optional<JoinCommand> join = JoinCommand.find(command);
      if (join.isEmpty() || kubelet.isPresent()) {
        shell.ifPresent(running -> running.run(command));
        continue;
      }
      try {
        JoinConfiguration configuration = configuration(join.get());
        String nodeName = nodeName(configuration, instance);
        Kubelet joined = join(configuration, nodeName);
        kubelet = Optional.of(joined);
        files.write(KUBELET_FILE, secret(joined.kubeconfig()));
        join.get().sentinel().ifPresent(this::write);
        result = new BootOutcome.Joined(nodeName);
      } catch (JoinException e) {
        host.log("kubeadm", "error: " + e.getMessage());
        result = new BootOutcome.JoinFailed(e.failure(), e.getMessage());
        if (shell.isPresent()) {
          break;
        }
      }
    }
    host.log(agent, "finished");
    settle(result);
    return kubelet;
  }

  private JoinConfiguration configuration(JoinCommand join) throws JoinException {
    String text =
        files
            .read(join.configPath())
            .orElseThrow(
                () ->
                    new JoinException(
                        JoinFailure.CONFIGURATION,
                        "open " + join.configPath() + ": no such file or directory"))
            .text();
    return JoinConfigurationReader.read(text, spec.kubeletVersion());
  }

  private static String nodeName(JoinConfiguration configuration, InstanceData instance) {
    String given = configuration.node().name();
    return given.isEmpty() ? instance.hostname().toLowerCase(Locale.ROOT) : given;
  }

  private Kubelet join(JoinConfiguration configuration, String nodeName)
      throws JoinException, InterruptedException {
    var discovery =
        new Discovery(network, host, files, options.discoveryTimeout(), options.retry());
    var access = discovery.discover(configuration);
    var node = identity(nodeName, configuration.node());
    var times =
        options.kubeletTimes(configuration.bootstrapTimeout().orElse(options.bootstrapTimeout()));
    return Kubelet.bootstrap(node, access, network, host, times);
  }

  private NodeIdentity identity(String nodeName, NodeRegistration registration) {
    return new NodeIdentity(
        nodeName,
        spec.instanceId(),
        spec.zone(),
        spec.region(),
        spec.instanceType(),
        spec.localIpv4(),
        spec.kubeletVersion(),
        registration);
  }

  private static WrittenFile secret(String text) {
    return new WrittenFile(text.getBytes(StandardCharsets.UTF_8), 0600, "root:root");
  }

  private void write(JoinCommand.Sentinel sentinel) {
    byte[] content = (sentinel.text() + "\n").getBytes(StandardCharsets.UTF_8);
    files.write(sentinel.path(), new WrittenFile(content, 0644, "root:root"));
  }

  private void record(String section, String command) {
    commands.add(command);
    host.log(agent, section + ": " + command.lines().findFirst().orElse(""));
  }

  private synchronized void settle(BootOutcome result) {
    if (outcome instanceof BootOutcome.Killed) {
      return;
    }
    outcome = result;
    settled.complete(result);
  }

  boolean on() {
    return host.on();
  }

  BootOutcome outcome() {
    return outcome;
  }

  CompletableFuture<BootOutcome> settled() {
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
