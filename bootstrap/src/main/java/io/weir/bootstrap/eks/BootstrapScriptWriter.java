package io.weir.bootstrap.eks;

import io.weir.api.bootstrap.EKSConfig;
import io.weir.api.bootstrap.User;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.cloudconfig.MachineSections;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the cloud-config of Amazon Linux 2, which runs the bootstrap script of its images with the
 * arguments of an EKSConfig: <a
 * href="https://github.com/awslabs/amazon-eks-ami/blob/v20240531/files/bootstrap.sh">bootstrap.sh</a>.
 */
final class BootstrapScriptWriter {

  private static final String SCRIPT = "/etc/eks/bootstrap.sh";

  /** What a shell takes as one word without quotes. */
  private static final Pattern WORD = Pattern.compile("[\\w@%+=:,./-]+");

  private BootstrapScriptWriter() {}

  static String write(
      EKSConfig.Spec spec, List<BootstrapFile> files, List<User> users, EksClusterInfo cluster) {
    return "#cloud-config\n"
        + YamlWriter.write(
            Mapping.builder()
                .put("write_files", files.isEmpty() ? null : MachineSections.files(files))
                .putTexts("runcmd", commands(spec, cluster))
                .putAll(MachineSections.of(spec.ntp(), users, spec.diskSetup(), spec.mounts()))
                .build());
  }

  private static List<String> commands(EKSConfig.Spec spec, EksClusterInfo cluster) {
    var commands = new ArrayList<String>(spec.preBootstrapCommands());
    commands.add(String.join(" ", bootstrap(spec, cluster)));
    commands.addAll(spec.postBootstrapCommands());
    return commands;
  }

  /** What people give in the script's place may be several words. */
  private static List<String> bootstrap(EKSConfig.Spec spec, EksClusterInfo cluster) {
    var words = new ArrayList<String>();
    String override = spec.boostrapCommandOverride();
    words.add(override == null || override.isEmpty() ? SCRIPT : override);
    words.add(quoted(cluster.name()));
    if (!spec.kubeletExtraArgs().isEmpty()) {
      words.add("--kubelet-extra-args");
      words.add(inQuotes(kubeletArgs(spec)));
    }
    add(words, "--container-runtime", spec.containerRuntime());
    servicesOfIpv6(spec, cluster)
        .ifPresent(
            cidr -> {
              add(words, "--ip-family", "ipv6");
              add(words, "--service-ipv6-cidr", cidr);
            });
    add(words, "--use-max-pods", spec.useMaxPods());
    add(words, "--aws-api-retry-attempts", spec.apiRetryAttempts());
    EKSConfig.PauseContainer pause = spec.pauseContainer();
    if (pause != null) {
      add(words, "--pause-container-account", pause.accountNumber());
      add(words, "--pause-container-version", pause.version());
    }
    add(words, "--dns-cluster-ip", spec.dnsClusterIP());
    add(words, "--docker-config-json", spec.dockerConfigJson());
    return words;
  }

  private static String kubeletArgs(EKSConfig.Spec spec) {
    return spec.kubeletExtraArgs().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(arg -> "--%s=%s".formatted(arg.getKey(), arg.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** An empty one in the spec says that the cluster is not one of IPv6, whatever its VPC has. */
  private static Optional<String> servicesOfIpv6(EKSConfig.Spec spec, EksClusterInfo cluster) {
    String asked = spec.serviceIPV6Cidr();
    if (asked != null) {
      return Optional.of(asked).filter(cidr -> !cidr.isEmpty());
    }
    if (cluster.vpcIpv6Cidr().filter(String::isEmpty).isPresent()) {
      throw BootstrapDataException.missing(
          "spec.serviceIPV6Cidr",
          "is not set, and the %s has spec.network.vpc.ipv6 without a cidrBlock; set it to the IPv6 CIDR of the cluster's services, or to \"\" if the cluster has none"
              .formatted(EksClusterInfo.CONTROL_PLANE.kind()));
    }
    return cluster.vpcIpv6Cidr();
  }

  private static void add(List<String> words, String option, @Nullable Object value) {
    if (value != null && !value.toString().isEmpty()) {
      words.add(option);
      words.add(quoted(value.toString()));
    }
  }

  private static String quoted(String text) {
    return WORD.matcher(text).matches() ? text : inQuotes(text);
  }

  private static String inQuotes(String text) {
    return "'" + text.replace("'", "'\"'\"'") + "'";
  }
}
