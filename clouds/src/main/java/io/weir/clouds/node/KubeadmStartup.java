package io.weir.clouds.node;

import io.weir.clouds.node.cloudinit.CloudInit;
import io.weir.clouds.node.cloudinit.InstanceData;
import io.weir.clouds.node.cloudinit.UserDataResult;
import io.weir.clouds.node.host.Shell;
import io.weir.clouds.node.host.WrittenFile;
import io.weir.clouds.node.ignition.Ignition;
import io.weir.clouds.node.kubeadm.ClusterDiscovery;
import io.weir.clouds.node.kubeadm.JoinCommand;
import io.weir.clouds.node.kubeadm.JoinConfiguration;
import io.weir.clouds.node.kubeadm.JoinConfigurationReader;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.wire.ApiClientFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** A machine that knows nothing but its user data, and joins if that asks for it. */
record KubeadmStartup(MachineSpec spec, FleetOptions options, ApiClientFactory network)
    implements Machine.Startup {

  @Override
  public Optional<Kubelet> start(Machine machine) throws InterruptedException {
    InstanceData instance = spec.instanceData();
    boolean ignition = Ignition.isIgnition(spec.userData());
    UserDataResult boot =
        ignition
            ? Ignition.process(spec.userData(), spec.metadata(), machine.files())
            : CloudInit.process(spec.userData(), instance, machine.files());
    String agent = ignition ? "ignition" : "cloud-init";
    boot.warnings().forEach(warning -> machine.host().log(agent, "WARNING: " + warning));
    boot.bootCommands().forEach(command -> machine.recordCommand(agent, "bootcmd", command));
    machine.files().paths().forEach(path -> machine.host().log(agent, "wrote " + path));
    return runCommands(machine, agent, boot, instance);
  }

  /**
   * Runs the commands in order. As in a shell script, what follows a failed join runs too, unless
   * the script is one that stops there.
   */
  private Optional<Kubelet> runCommands(
      Machine machine, String agent, UserDataResult boot, InstanceData instance)
      throws InterruptedException {
    Optional<Kubelet> kubelet = Optional.empty();
    BootOutcome result =
        boot.usable()
            ? new BootOutcome.NoJoinRequested()
            : new BootOutcome.UserDataUnusable(String.join("; ", boot.warnings()));
    Optional<Shell> shell =
        boot.script()
            .map(failFastScript -> new Shell(machine.files(), failFastScript.environment()));
    for (String command : boot.runCommands()) {
      machine.recordCommand(agent, "runcmd", command);
      Optional<JoinCommand> join = JoinCommand.find(command);
      if (join.isEmpty() || kubelet.isPresent()) {
        shell.ifPresent(running -> running.run(command));
        continue;
      }
      try {
        JoinConfiguration configuration = configuration(machine, join.get());
        String nodeName = nodeName(configuration, instance);
        Kubelet joined = join(machine, configuration, nodeName);
        kubelet = Optional.of(joined);
        machine.saveKubeletConf(joined.kubeconfig());
        join.get().sentinel().ifPresent(sentinel -> write(machine, sentinel));
        result = new BootOutcome.Joined(nodeName);
      } catch (JoinException e) {
        machine.host().log("kubeadm", "error: " + e.getMessage());
        result = new BootOutcome.JoinFailed(e.failure(), e.getMessage());
        if (shell.isPresent()) {
          break;
        }
      }
    }
    machine.host().log(agent, "finished");
    machine.setOutcome(result);
    return kubelet;
  }

  private JoinConfiguration configuration(Machine machine, JoinCommand join) throws JoinException {
    String text =
        machine
            .file(join.configPath())
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

  private Kubelet join(Machine machine, JoinConfiguration configuration, String nodeName)
      throws JoinException, InterruptedException {
    var clusterDiscovery =
        new ClusterDiscovery(
            network, machine.host(), machine.files(), options.discoveryTimeout(), options.retry());
    var access = clusterDiscovery.discover(configuration);
    var node =
        new NodeIdentity(
            nodeName,
            spec.instanceId(),
            spec.zone(),
            spec.region(),
            spec.instanceType(),
            spec.localIpv4(),
            spec.kubeletVersion(),
            configuration.node());
    var times =
        options.kubeletTimes(configuration.bootstrapTimeout().orElse(options.bootstrapTimeout()));
    return Kubelet.join(node, access, network, machine.host(), times);
  }

  private static void write(Machine machine, JoinCommand.Sentinel sentinel) {
    byte[] content = (sentinel.text() + "\n").getBytes(StandardCharsets.UTF_8);
    machine.files().write(sentinel.path(), new WrittenFile(content, 0644, "root:root"));
  }
}
