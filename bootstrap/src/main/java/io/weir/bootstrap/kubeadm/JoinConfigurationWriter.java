package io.weir.bootstrap.kubeadm;

import io.weir.api.bootstrap.JoinConfiguration;
import io.weir.api.bootstrap.JoinConfiguration.Timeouts;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.kubeadm.ResolvedDiscovery.ByFile;
import io.weir.bootstrap.kubeadm.ResolvedDiscovery.ByToken;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes the JoinConfiguration of a worker. Block style, keys in alphabetical order, one a line:
 * providers and users find the token in this text by its lines.
 */
public final class JoinConfigurationWriter {

  private final JoinConfiguration join;
  private final KubeadmApiVersion version;

  private JoinConfigurationWriter(JoinConfiguration join, KubeadmApiVersion version) {
    this.join = join;
    this.version = version;
  }

  /**
   * The document, without a {@code ---} line.
   *
   * @throws BootstrapDataException if the settings are those of a control plane
   */
  public static String write(
      JoinConfiguration join, KubeadmApiVersion version, ResolvedDiscovery discovery) {
    if (join.controlPlane() != null) {
      throw BootstrapDataException.invalid(
          "spec.joinConfiguration.controlPlane",
          "is set, but the machines of a pool join as workers; remove it");
    }
    return YamlWriter.write(new JoinConfigurationWriter(join, version).document(discovery));
  }

  private Mapping document(ResolvedDiscovery discovery) {
    var patches = join.patches();
    return Mapping.builder()
        .put("apiVersion", version.apiVersion())
        .put("caCertPath", join.caCertPath())
        .put("discovery", discovery(discovery))
        .put("kind", "JoinConfiguration")
        .put("nodeRegistration", NodeRegistrationYaml.of(join.nodeRegistration(), version))
        .put(
            "patches",
            patches == null
                ? null
                : Mapping.builder().put("directory", patches.directory()).build())
        .putTexts("skipPhases", join.skipPhases())
        .put("timeouts", version == KubeadmApiVersion.V1BETA4 ? timeouts() : null)
        .build();
  }

  private Mapping discovery(ResolvedDiscovery choice) {
    var discovery = Mapping.builder();
    switch (choice) {
      case ByToken token -> discovery.put("bootstrapToken", bootstrapToken(token));
      case ByFile(String path) ->
          discovery.put("file", Mapping.builder().put("kubeConfigPath", path).build());
    }
    return discovery
        .put("timeout", version == KubeadmApiVersion.V1BETA3 ? oldTimeout() : null)
        .put("tlsBootstrapToken", join.discovery().tlsBootstrapToken())
        .build();
  }

  private static Mapping bootstrapToken(ByToken token) {
    return Mapping.builder()
        .put("apiServerEndpoint", token.endpoint())
        .putTexts("caCertHashes", token.caCertHashes())
        .put("token", token.token())
        .put("unsafeSkipCAVerification", token.unsafeSkipCAVerification() ? Boolean.TRUE : null)
        .build();
  }

  /** Where v1beta3 has one time for discovery and TLS bootstrap together, the latter's is taken. */
  private @Nullable String oldTimeout() {
    var timeouts = join.timeouts();
    return timeouts == null ? null : duration(timeouts.tlsBootstrapSeconds());
  }

  private @Nullable YamlNode timeouts() {
    Timeouts given = join.timeouts();
    if (given == null) {
      return null;
    }
    Mapping set =
        Mapping.builder()
            .put(
                "controlPlaneComponentHealthCheck",
                duration(given.controlPlaneComponentHealthCheckSeconds()))
            .put("discovery", duration(given.discoverySeconds()))
            .put("etcdAPICall", duration(given.etcdAPICallSeconds()))
            .put("kubeletHealthCheck", duration(given.kubeletHealthCheckSeconds()))
            .put("kubernetesAPICall", duration(given.kubernetesAPICallSeconds()))
            .put("tlsBootstrap", duration(given.tlsBootstrapSeconds()))
            .build();
    return set.entries().isEmpty() ? null : set;
  }

  /** Seconds as Go prints a duration: {@code 50s}, {@code 5m0s}, {@code 1h0m0s}. */
  private static @Nullable String duration(@Nullable Integer seconds) {
    if (seconds == null) {
      return null;
    }
    int hours = seconds / 3600;
    int minutes = seconds % 3600 / 60;
    return (hours > 0 ? hours + "h" : "")
        + (hours > 0 || minutes > 0 ? minutes + "m" : "")
        + (seconds % 60)
        + "s";
  }
}
