package io.weir.bootstrap.cloudconfig;

import io.weir.api.bootstrap.KubeadmConfig.Ntp;
import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the document. Header, paths, the order of sections and files, the join command and the
 * file that marks success are relied upon by users and by providers, which wait for that file.
 */
public final class CloudConfigWriter {

  /** Where kubeadm finds its configuration; users patch this file before kubeadm runs. */
  public static final String JOIN_FILE = "/run/kubeadm/kubeadm-join-config.yaml";

  /** Written when kubeadm succeeded. */
  public static final String SENTINEL = "/run/cluster-api/bootstrap-success.complete";

  /** The first line has cloud-init run the whole text through Jinja before it is read. */
  private static final String HEADER = "## template: jinja\n#cloud-config\n\n";

  private static final BootstrapFile PLACEHOLDER =
      BootstrapFile.ofRoot(
          "/run/cluster-api/placeholder",
          "Here so that /run/cluster-api exists before kubeadm runs: writing a file makes its"
              + " directory, on Linux and on Windows.");

  public static String write(BootstrapContent config) {
    var spec = config.spec();
    var disks = spec.diskSetup();
    return HEADER
        + JinjaCommentEscaper.escapeComments(
            YamlWriter.write(
                Mapping.builder()
                    .put("write_files", files(config))
                    .putTexts("bootcmd", spec.bootCommands())
                    .put("runcmd", commands(config))
                    .put("ntp", ntp(spec.ntp()))
                    .put("users", config.users().isEmpty() ? null : UsersYaml.of(config.users()))
                    .put(
                        "disk_setup",
                        disks == null ? null : DisksYaml.partitions(disks.partitions()))
                    .put(
                        "fs_setup",
                        disks == null ? null : DisksYaml.filesystems(disks.filesystems()))
                    .put("mounts", mounts(spec.mounts()))
                    .build()));
  }

  private static Sequence files(BootstrapContent config) {
    var files = new ArrayList<BootstrapFile>(config.files());
    files.add(BootstrapFile.ofRoot(JOIN_FILE, "---\n" + config.joinConfiguration()));
    files.add(PLACEHOLDER);
    return new Sequence(files.stream().<YamlNode>map(CloudConfigWriter::file).toList());
  }

  private static Mapping file(BootstrapFile file) {
    return Mapping.builder()
        .put("path", file.path())
        .put("encoding", file.encoding())
        .put("owner", file.owner())
        .put("permissions", file.permissions())
        .put("append", file.append())
        .put("content", file.content())
        .build();
  }

  private static Sequence commands(BootstrapContent config) {
    var commands = new ArrayList<String>(config.spec().preKubeadmCommands());
    commands.add(joinCommand(config.spec().verbosity()));
    commands.addAll(config.spec().postKubeadmCommands());
    return Sequence.ofTexts(commands);
  }

  private static String joinCommand(@Nullable Integer verbosity) {
    // Two blanks without verbosity: the text is compared by those who look for it.
    String flag = verbosity == null ? "" : "--v " + verbosity;
    return "kubeadm join --config %s %s && echo success > %s".formatted(JOIN_FILE, flag, SENTINEL);
  }

  private static @Nullable Mapping ntp(@Nullable Ntp ntp) {
    return ntp == null
        ? null
        : Mapping.builder()
            .put("enabled", ntp.enabled())
            .putTexts("servers", ntp.servers())
            .build();
  }

  private static @Nullable Sequence mounts(List<List<String>> mounts) {
    return mounts.isEmpty()
        ? null
        : new Sequence(mounts.stream().<YamlNode>map(Sequence::ofTexts).toList());
  }

  private CloudConfigWriter() {}
}
