package io.weir.bootstrap.cloudconfig;

import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlWriter;
import java.util.ArrayList;
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
    return HEADER
        + JinjaCommentEscaper.escapeComments(
            YamlWriter.write(
                Mapping.builder()
                    .put("write_files", files(config))
                    .putTexts("bootcmd", spec.bootCommands())
                    .put("runcmd", commands(config))
                    .putAll(
                        MachineSections.of(
                            spec.ntp(), config.users(), spec.diskSetup(), spec.mounts()))
                    .build()));
  }

  private static Sequence files(BootstrapContent config) {
    var files = new ArrayList<BootstrapFile>(config.files());
    files.add(BootstrapFile.ofRoot(JOIN_FILE, "---\n" + config.joinConfiguration()));
    files.add(PLACEHOLDER);
    return MachineSections.files(files);
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

  private CloudConfigWriter() {}
}
