package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootFile;
import io.weir.bootstrap.BootParts;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.cloudconfig.CloudConfigWriter;
import io.weir.bootstrap.ignition.IgnitionWriter;
import io.weir.bootstrap.kubeadm.DiscoveryChoice;
import io.weir.bootstrap.kubeadm.DiscoveryKubeConfig;
import io.weir.bootstrap.kubeadm.JoinConfigurationWriter;
import io.weir.bootstrap.kubeadm.KubeadmApiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Renders what a worker runs at first boot. Same inputs, same text. */
public final class FirstBoot {

  private static final String CLOUD_CONFIG = "cloud-config";
  private static final String IGNITION = "ignition";

  /**
   * Whether machines find the cluster by a token, be it Weir's or one in the spec, and not by a
   * file.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static boolean byToken(JsonNode spec) {
    return BootstrapInputs.view(spec).joinConfiguration().discovery().file() == null;
  }

  /**
   * The token that the spec names to find the cluster by: the user's, or another bootstrap
   * provider's, which writes its own there. Secret.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static Optional<String> tokenInSpec(JsonNode spec) {
    return byToken(spec)
        ? DiscoveryChoice.givenToken(BootstrapInputs.view(spec).joinConfiguration().discovery())
        : Optional.empty();
  }

  /**
   * The keys of Secrets, in the config's namespace, that its files and users are read from.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static Set<SecretSource.Key> secretsNeeded(JsonNode spec) {
    return SecretContents.needed(BootstrapInputs.view(spec));
  }

  /**
   * Whether a file is a template, so that {@link RenderOptions#controlPlaneVersion} is asked for.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static boolean hasTemplates(JsonNode spec) {
    return BootstrapInputs.view(spec).files().stream().anyMatch(FileTemplates::isTemplate);
  }

  /**
   * Renders.
   *
   * @throws BootstrapProblem if the inputs cannot be rendered; the message names field and remedy
   */
  public static RenderedData render(BootstrapInputs inputs) {
    KubeadmConfig.Spec spec = inputs.view();
    String format = format(spec);
    var contents = new SecretContents(inputs.secrets(), new FileTemplates(inputs.options()));
    var parts =
        new BootParts(
            spec, files(spec, inputs, contents), contents.users(spec.users()), join(spec, inputs));
    var unused = new ArrayList<>(Unused.of(inputs));
    String text;
    if (format.equals(IGNITION)) {
      IgnitionWriter.Written written = IgnitionWriter.write(parts, inputs.options().ignition());
      unused.addAll(written.warnings());
      text = written.text();
    } else {
      TemplateCheck.check(inputs.spec(), parts);
      text = CloudConfigWriter.write(parts);
    }
    return new RenderedData(
        text,
        format,
        InputDigest.withoutToken(inputs),
        InputDigest.withToken(inputs),
        inputs.kubernetesVersion(),
        unused);
  }

  private static String format(KubeadmConfig.Spec spec) {
    String format = spec.format() == null || spec.format().isEmpty() ? CLOUD_CONFIG : spec.format();
    if (!format.equals(CLOUD_CONFIG) && !format.equals(IGNITION)) {
      throw BootstrapProblem.notSupported(
          "spec.format",
          "%s is not rendered; use %s or %s".formatted(format, CLOUD_CONFIG, IGNITION));
    }
    if (spec.ignition() != null && !format.equals(IGNITION)) {
      throw BootstrapProblem.invalid(
          "spec.ignition", "set, but spec.format is %s; remove it".formatted(format));
    }
    return format;
  }

  private static String join(KubeadmConfig.Spec spec, BootstrapInputs inputs) {
    var join = spec.joinConfiguration();
    var token = inputs.token();
    var discovery =
        DiscoveryChoice.of(
            join.discovery(), inputs.cluster(), token == null ? null : token.reveal());
    return JoinConfigurationWriter.write(
        join, KubeadmApiVersion.forKubernetes(inputs.kubernetesVersion()), discovery);
  }

  private static List<BootFile> files(
      KubeadmConfig.Spec spec, BootstrapInputs inputs, SecretContents contents) {
    var files = new ArrayList<>(contents.files(spec.files()));
    var byFile = spec.joinConfiguration().discovery().file();
    if (byFile != null && byFile.kubeConfig() != null) {
      files.add(
          BootFile.ofRoot(
              byFile.kubeConfigPath(),
              DiscoveryKubeConfig.write(byFile.kubeConfig(), inputs.cluster())));
    }
    return files;
  }

  private FirstBoot() {}
}
