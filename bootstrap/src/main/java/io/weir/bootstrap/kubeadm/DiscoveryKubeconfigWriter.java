package io.weir.bootstrap.kubeadm;

import io.weir.api.bootstrap.Discovery.AuthProvider;
import io.weir.api.bootstrap.Discovery.Exec;
import io.weir.api.bootstrap.Discovery.KubeConfig;
import io.weir.api.bootstrap.Discovery.KubeConfigCluster;
import io.weir.api.bootstrap.Discovery.KubeConfigUser;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The kubeconfig for discovery by file: one cluster, user and context, each called default. */
public final class DiscoveryKubeconfigWriter {

  private static final String FIELD = ResolvedDiscovery.FIELD + ".file.kubeConfig";
  private static final String NAME = "default";

  /**
   * The file's text. Server and CA come from the cluster where the KubeadmConfig gives none.
   *
   * @throws BootstrapDataException if the cluster does not know yet what is needed, or no way to
   *     prove who the machine is was given
   */
  public static String write(KubeConfig config, ClusterJoinInfo cluster) {
    return YamlWriter.write(
        Mapping.builder()
            .put("apiVersion", "v1")
            .put("clusters", named("cluster", cluster(config.cluster(), cluster)))
            .put(
                "contexts",
                named("context", Mapping.builder().put("cluster", NAME).put("user", NAME).build()))
            .put("current-context", NAME)
            .put("kind", "Config")
            .put("preferences", Mapping.builder().build())
            .put("users", named("user", user(config.user())))
            .build());
  }

  private static Sequence named(String key, Mapping value) {
    Mapping item = Mapping.builder().put(key, value).put("name", NAME).build();
    return new Sequence(List.of(item));
  }

  private static Mapping cluster(@Nullable KubeConfigCluster given, ClusterJoinInfo cluster) {
    var own = given == null ? new KubeConfigCluster(null, null, null, null, null) : given;
    String server = own.server();
    return Mapping.builder()
        .put("certificate-authority-data", authority(own, cluster))
        .put("insecure-skip-tls-verify", own.insecureSkipTLSVerify())
        .put("proxy-url", own.proxyURL())
        .put(
            "server",
            server != null
                ? server
                : "https://"
                    + ResolvedDiscovery.requireEndpoint(cluster, FIELD + ".cluster.server"))
        .put("tls-server-name", own.tlsServerName())
        .build();
  }

  /** Clients refuse a CA beside the wish to check none, so then there is no default. */
  private static @Nullable String authority(KubeConfigCluster own, ClusterJoinInfo cluster) {
    if (own.certificateAuthorityData() != null) {
      return own.certificateAuthorityData();
    }
    if (Boolean.TRUE.equals(own.insecureSkipTLSVerify())) {
      return null;
    }
    if (cluster.caPem().isBlank()) {
      throw BootstrapDataException.missing(
          FIELD + ".cluster.certificateAuthorityData",
          "not set, and the cluster's CA is not known yet; set it or provide the CA Secret");
    }
    return Base64.getEncoder().encodeToString(cluster.caPem().getBytes(StandardCharsets.UTF_8));
  }

  private static Mapping user(KubeConfigUser user) {
    AuthProvider provider = user.authProvider();
    Exec exec = user.exec();
    if ((provider == null) == (exec == null)) {
      throw BootstrapDataException.invalid(FIELD + ".user", "set either authProvider or exec");
    }
    return Mapping.builder()
        .put("auth-provider", provider == null ? null : authProvider(provider))
        .put("exec", exec == null ? null : exec(exec))
        .build();
  }

  private static Mapping authProvider(AuthProvider provider) {
    var config = Mapping.builder();
    new TreeMap<>(provider.config()).forEach(config::put);
    return Mapping.builder().put("config", config.build()).put("name", provider.name()).build();
  }

  private static Mapping exec(Exec exec) {
    String version = exec.apiVersion();
    var env =
        exec.env().stream()
            .<YamlNode>map(
                variable ->
                    Mapping.builder()
                        .put("name", variable.name())
                        .put("value", variable.value())
                        .build())
            .toList();
    return Mapping.builder()
        .put("apiVersion", version != null ? version : "client.authentication.k8s.io/v1")
        .putTexts("args", exec.args())
        .put("command", exec.command())
        .put("env", env.isEmpty() ? null : new Sequence(env))
        // At first boot nobody can be asked for anything.
        .put("interactiveMode", "Never")
        .put("provideClusterInfo", Boolean.TRUE.equals(exec.provideClusterInfo()))
        .build();
  }

  private DiscoveryKubeconfigWriter() {}
}
