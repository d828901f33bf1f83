package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.cloudconfig.BootFile;
import io.weir.bootstrap.cloudconfig.CloudConfig;
import io.weir.bootstrap.cloudconfig.CloudConfigWriter;
import io.weir.bootstrap.kubeadm.DiscoveryChoice;
import io.weir.bootstrap.kubeadm.DiscoveryKubeConfig;
import io.weir.bootstrap.kubeadm.JoinConfigurationWriter;
import io.weir.bootstrap.kubeadm.KubeadmApiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Renders what a worker runs at first boot. Same inputs, same text. */
public final class FirstBoot {

  private static final String CLOUD_CONFIG = "cloud-config";

  /**
   * Whether Weir has to make a token for this config: it names no file and no token to discover the
   * cluster by.
   *
   * @param spec the KubeadmConfig's spec, v1beta2
   */
  public static boolean needsToken(JsonNode spec) {
    return DiscoveryChoice.needsToken(BootstrapInputs.view(spec).joinConfiguration().discovery());
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
   * Renders.
   *
   * @throws BootstrapProblem if the inputs cannot be rendered; the message names field and remedy
   */
  public static RenderedData render(BootstrapInputs inputs) {
    KubeadmConfig.Spec spec = inputs.view();
    requireCloudConfig(spec);
    TemplateCheck.check(inputs.spec());
    var secrets = new SecretContents(inputs.secrets());
    var config =
        new CloudConfig(
            spec, files(spec, inputs, secrets), secrets.users(spec.users()), join(spec, inputs));
    return new RenderedData(
        CloudConfigWriter.write(config),
        CLOUD_CONFIG,
        InputDigest.withoutToken(inputs),
        InputDigest.withToken(inputs),
        inputs.kubernetesVersion());
  }

  private static void requireCloudConfig(KubeadmConfig.Spec spec) {
    String format = spec.format();
    if (format != null && !format.isEmpty() && !format.equals(CLOUD_CONFIG)) {
      throw BootstrapProblem.notSupported(
          "spec.format", "%s is not rendered yet; use %s".formatted(format, CLOUD_CONFIG));
    }
    if (spec.ignition() != null) {
      throw BootstrapProblem.invalid(
          "spec.ignition", "set, but spec.format is %s; remove it".formatted(CLOUD_CONFIG));
    }
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
      KubeadmConfig.Spec spec, BootstrapInputs inputs, SecretContents secrets) {
    var files = new ArrayList<>(secrets.files(spec.files()));
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
