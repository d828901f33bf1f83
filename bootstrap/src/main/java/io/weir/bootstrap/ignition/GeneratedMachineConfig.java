package io.weir.bootstrap.ignition;

import io.weir.api.bootstrap.DiskSetup;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.KubeadmConfig.Ntp;
import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.FileSystemNode;
import io.weir.bootstrap.ignition.MachineConfig.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What every worker gets and what its KubeadmConfig asks for. Paths, unit names and the order of
 * the script are those of kubeadm's bootstrap provider: users write drop-ins for the unit and edit
 * the files.
 */
final class GeneratedMachineConfig {

  private static final String SCRIPT = "/etc/kubeadm.sh";
  private static final String SENTINEL = "/run/cluster-api/bootstrap-success.complete";
  private static final Set<String> OWN = Set.of(SCRIPT, IgnitionWriter.JOIN_FILE);

  /** The join file is moved away at the end, so that a second boot does not join again. */
  private static final String UNIT =
      """
      [Unit]
      Description=kubeadm
      # Joins once: the script moves this file away when it has joined.
      ConditionPathExists=/etc/kubeadm.yml
      After=network.target
      [Service]
      Type=oneshot
      ExecStart=/bin/bash /etc/kubeadm.sh
      [Install]
      WantedBy=multi-user.target
      """;

  static MachineConfig of(BootstrapContent parts) {
    KubeadmConfig.Spec spec = parts.spec();
    if (!spec.bootCommands().isEmpty()) {
      throw BootstrapDataException.notSupported(
          "spec.bootCommands", "Ignition cannot run commands at boot; use a unit or cloud-config");
    }
    var disks = Optional.ofNullable(spec.diskSetup()).orElse(new DiskSetup(List.of(), List.of()));
    return new MachineConfig(
        IgnitionAccounts.of(parts.users()),
        List.of(),
        files(parts),
        List.of(),
        units(spec, disks),
        List.of(),
        IgnitionDisks.disks(disks.partitions()),
        IgnitionDisks.filesystems(disks.filesystems()));
  }

  private static List<FileNode> files(BootstrapContent parts) {
    var files = new ArrayList<FileNode>(IgnitionAccounts.files(parts.users()));
    for (int i = 0; i < parts.files().size(); i++) {
      BootstrapFile file = parts.files().get(i);
      String field = "spec.files[" + i + "]";
      if (OWN.contains(file.path())) {
        throw BootstrapDataException.invalid(
            field + ".path", "is a file that Weir writes itself; choose another path");
      }
      files.add(IgnitionFiles.of(file, field));
    }
    files.add(root(SCRIPT, 0700, script(parts.spec())));
    files.add(root(IgnitionWriter.JOIN_FILE, 0600, "---\n" + parts.joinConfiguration()));
    Ntp ntp = parts.spec().ntp();
    if (ntp != null && Boolean.TRUE.equals(ntp.enabled()) && !ntp.servers().isEmpty()) {
      files.add(root("/etc/ntp.conf", 0644, ntpConf(ntp.servers())));
    }
    return files;
  }

  private static FileNode root(String path, int mode, String text) {
    return new FileNode(
        new FileSystemNode(path, null, null, mode, null), new FileContent.Inline(text), false);
  }

  /** A failing command ends the script before the file that marks success is written. */
  private static String script(KubeadmConfig.Spec spec) {
    var script = new StringBuilder("#!/bin/bash\nset -e\n");
    spec.preKubeadmCommands().forEach(command -> script.append('\n').append(command));
    String flag = spec.verbosity() == null ? "" : "--v " + spec.verbosity();
    script
        .append("\n\nkubeadm join --config ")
        .append(IgnitionWriter.JOIN_FILE)
        .append(' ')
        .append(flag)
        .append("\nmkdir -p /run/cluster-api && echo success > ")
        .append(SENTINEL)
        .append("\nmv ")
        .append(IgnitionWriter.JOIN_FILE)
        .append(" /tmp/\n");
    spec.postKubeadmCommands().forEach(command -> script.append('\n').append(command));
    return spec.postKubeadmCommands().isEmpty()
        ? script.toString()
        : script.append('\n').toString();
  }

  private static String ntpConf(List<String> servers) {
    var text = new StringBuilder();
    for (int i = 0; i < servers.size(); i++) {
      String field = "spec.ntp.servers[" + i + "]";
      String server = SingleLineValues.requireTrimmed(field, servers.get(i));
      if (server.contains("#")) {
        throw BootstrapDataException.invalid(field, "has a #, which would begin a comment");
      }
      text.append("server ").append(server).append('\n');
    }
    // Whoever asks may have the time and nothing else; the machine itself may have all.
    return text.append("restrict default nomodify nopeer noquery notrap limited kod\n")
        .append("restrict 127.0.0.1\nrestrict [::1]\n")
        .toString();
  }

  private static List<Unit> units(KubeadmConfig.Spec spec, DiskSetup disks) {
    var units = new ArrayList<Unit>();
    units.add(new Unit("kubeadm.service", true, null, UNIT, List.of()));
    Ntp ntp = spec.ntp();
    if (ntp != null && ntp.enabled() != null) {
      units.add(new Unit("ntpd.service", ntp.enabled(), null, null, List.of()));
    }
    units.addAll(MountUnits.units(spec.mounts(), disks.filesystems()));
    return units;
  }

  private GeneratedMachineConfig() {}
}
