package io.weir.bootstrap.eks;

import io.weir.api.bootstrap.NodeadmConfig;
import io.weir.api.bootstrap.User;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.cloudconfig.MachineSections;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Bool;
import io.weir.bootstrap.yaml.YamlNode.Entry;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the user data of Amazon Linux 2023: a MIME message of a shell script, nodeadm's <a
 * href="https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/">NodeConfig</a> and a
 * cloud-config.
 */
final class NodeadmWriter {

  /** Where nobody says: what EKS takes in most VPCs. */
  private static final String USUAL_SERVICE_CIDR = "172.20.0.0/16";

  private static final String BOUNDARY = "--//";

  private NodeadmWriter() {}

  static String write(
      NodeadmConfig.Spec spec,
      List<BootstrapFile> files,
      List<User> users,
      EksClusterInfo cluster) {
    return "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"//\"\n\n"
        + script(spec.preNodeadmCommands())
        + "\n"
        + BOUNDARY
        + "\nContent-Type: application/node.eks.aws\n\n---\n"
        + nodeConfig(spec, cluster)
        + "\n"
        + BOUNDARY
        + attachment("text/cloud-config", "cloud-config.yaml")
        + cloudConfig(spec, files, users)
        + BOUNDARY
        + "--";
  }

  private static String script(List<String> commands) {
    if (commands.isEmpty()) {
      return "";
    }
    for (int i = 0; i < commands.size(); i++) {
      if (commands.get(i).lines().anyMatch(line -> line.startsWith(BOUNDARY))) {
        throw BootstrapDataException.invalid(
            "spec.preNodeadmCommands[%d]".formatted(i),
            "has a line that begins with %s, which would end the script; indent it"
                .formatted(BOUNDARY));
      }
    }
    return "\n"
        + BOUNDARY
        + attachment("text/x-shellscript; charset=\"us-ascii\"", "commands.sh")
        + "#!/bin/bash\nset -o errexit\nset -o pipefail\nset -o nounset\n"
        + String.join("\n", commands);
  }

  private static String attachment(String type, String name) {
    return """

    Content-Type: %s
    MIME-Version: 1.0
    Content-Transfer-Encoding: 7bit
    Content-Disposition: attachment; filename="%s"

    """
        .formatted(type, name);
  }

  private static String nodeConfig(NodeadmConfig.Spec spec, EksClusterInfo cluster) {
    Mapping join =
        Mapping.builder()
            .put("name", cluster.name())
            .put("apiServerEndpoint", cluster.endpoint())
            .put("certificateAuthority", cluster.certificateAuthority())
            .put("cidr", cluster.serviceCidr().orElse(USUAL_SERVICE_CIDR))
            .build();
    return YamlWriter.write(
        Mapping.builder()
            .put("apiVersion", "node.eks.aws/v1alpha1")
            .put("kind", "NodeConfig")
            .put(
                "spec",
                Mapping.builder()
                    .put("cluster", join)
                    .put("featureGates", orNull(gates(spec.featureGates())))
                    .put("kubelet", orNull(kubelet(spec.kubelet())))
                    .put("containerd", orNull(containerd(spec.containerd())))
                    .build())
            .build());
  }

  private static Mapping gates(Map<String, Boolean> gates) {
    return new Mapping(
            gates.entrySet().stream()
                .map(gate -> new Entry(gate.getKey(), new Bool(gate.getValue())))
                .toList())
        .sorted();
  }

  private static Mapping kubelet(NodeadmConfig.Kubelet kubelet) {
    return Mapping.builder()
        .put("config", kubelet.config() == null ? null : orNull(YamlNode.of(kubelet.config())))
        .putTexts("flags", kubelet.flags())
        .build();
  }

  private static Mapping containerd(NodeadmConfig.Containerd containerd) {
    String config = containerd.config();
    return Mapping.builder()
        .put("config", config == null || config.isEmpty() ? null : config)
        .put(
            "baseRuntimeSpec",
            containerd.baseRuntimeSpec() == null
                ? null
                : orNull(YamlNode.of(containerd.baseRuntimeSpec())))
        .build();
  }

  private static @Nullable Mapping orNull(Mapping mapping) {
    return mapping.entries().isEmpty() ? null : mapping;
  }

  private static String cloudConfig(
      NodeadmConfig.Spec spec, List<BootstrapFile> files, List<User> users) {
    Mapping machine =
        Mapping.builder()
            .put("write_files", files.isEmpty() ? null : MachineSections.files(files))
            .putAll(MachineSections.of(spec.ntp(), users, spec.diskSetup(), spec.mounts()))
            .build();
    return "#cloud-config\n" + (machine.entries().isEmpty() ? "" : YamlWriter.write(machine));
  }
}
