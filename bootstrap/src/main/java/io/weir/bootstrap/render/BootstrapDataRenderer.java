package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.cloudconfig.CloudConfigWriter;
import io.weir.bootstrap.ignition.IgnitionWriter;
import io.weir.bootstrap.kubeadm.DiscoveryKubeconfigWriter;
import io.weir.bootstrap.kubeadm.JoinConfigurationWriter;
import io.weir.bootstrap.kubeadm.KubeadmApiVersion;
import io.weir.bootstrap.kubeadm.ResolvedDiscovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Renders what a worker runs at first boot. Same inputs, same text. */
public final class BootstrapDataRenderer {

  private static final String CLOUD_CONFIG = "cloud-config";
  private static final String IGNITION = "ignition";

  /**
   * Whether machines find the cluster by a token, be it Weir's or one in the spec, and not by a
   * file.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static boolean hasTokenDiscovery(JsonNode spec) {
    return BootstrapInputs.parsedSpec(spec).joinConfiguration().discovery().file() == null;
  }

  /**
   * The token that the spec names to find the cluster by: the user's, or another bootstrap
   * provider's, which writes its own there. Secret.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static Optional<String> tokenInSpec(JsonNode spec) {
    return hasTokenDiscovery(spec)
        ? ResolvedDiscovery.tokenInSpec(
            BootstrapInputs.parsedSpec(spec).joinConfiguration().discovery())
        : Optional.empty();
  }

  /**
   * The keys of Secrets, in the config's namespace, that its files and users are read from.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static Set<SecretSource.SecretKeyReference> requiredSecretKeys(JsonNode spec) {
    KubeadmConfig.Spec parsed = BootstrapInputs.parsedSpec(spec);
    return ContentResolver.requiredKeys(parsed.files(), parsed.users());
  }

  /**
   * The first field that names the key of a Secret, for people.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static String fieldOf(JsonNode spec, SecretSource.SecretKeyReference reference) {
    KubeadmConfig.Spec parsed = BootstrapInputs.parsedSpec(spec);
    return ContentResolver.fieldOf(parsed.files(), parsed.users(), reference);
  }

  /**
   * Whether a file is a template, so that {@link RenderOptions#controlPlaneVersion} is asked for.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static boolean hasTemplates(JsonNode spec) {
    return BootstrapInputs.parsedSpec(spec).files().stream()
        .anyMatch(FileTemplateRenderer::isTemplate);
  }

  /**
   * Renders.
   *
   * @throws BootstrapDataException if the inputs cannot be rendered; the message names field and
   *     remedy
   */
  public static RenderedBootstrapData render(BootstrapInputs inputs) {
    KubeadmConfig.Spec spec = inputs.parsedSpec();
    String format = format(spec);
    var contents =
        new ContentResolver(inputs.secrets(), new FileTemplateRenderer(inputs.options()));
    var parts =
        new BootstrapContent(
            spec, files(spec, inputs, contents), contents.users(spec.users()), join(spec, inputs));
    var unused = new ArrayList<>(UnusedFieldWarnings.of(inputs));
    String text;
    if (format.equals(IGNITION)) {
      IgnitionWriter.IgnitionOutput ignitionOutput =
          IgnitionWriter.write(parts, inputs.options().ignition());
      unused.addAll(ignitionOutput.warnings());
      text = ignitionOutput.text();
    } else {
      JinjaTemplateCheck.check(inputs.spec(), parts);
      text = CloudConfigWriter.write(parts);
    }
    return new RenderedBootstrapData(
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
      throw BootstrapDataException.notSupported(
          "spec.format",
          "%s is not supported; use %s or %s".formatted(format, CLOUD_CONFIG, IGNITION));
    }
    if (spec.ignition() != null && !format.equals(IGNITION)) {
      throw BootstrapDataException.invalid(
          "spec.ignition", "set, but spec.format is %s; remove it".formatted(format));
    }
    return format;
  }

  private static String join(KubeadmConfig.Spec spec, BootstrapInputs inputs) {
    var join = spec.joinConfiguration();
    var token = inputs.token();
    var discovery =
        ResolvedDiscovery.resolve(
            join.discovery(), inputs.cluster(), token == null ? null : token.reveal());
    return JoinConfigurationWriter.write(
        join, KubeadmApiVersion.forKubernetes(inputs.kubernetesVersion()), discovery);
  }

  private static List<BootstrapFile> files(
      KubeadmConfig.Spec spec, BootstrapInputs inputs, ContentResolver contents) {
    var files = new ArrayList<>(contents.files(spec.files()));
    var byFile = spec.joinConfiguration().discovery().file();
    if (byFile != null && byFile.kubeConfig() != null) {
      files.add(
          BootstrapFile.ofRoot(
              byFile.kubeConfigPath(),
              DiscoveryKubeconfigWriter.write(byFile.kubeConfig(), inputs.cluster())));
    }
    return files;
  }

  private BootstrapDataRenderer() {}
}
