package io.weir.api.bootstrap;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a machine finds and trusts the API server that it joins: by a token or by a kubeconfig file.
 *
 * @param bootstrapToken by a token; the controller fills in what is missing
 * @param file by a kubeconfig file
 * @param tlsBootstrapToken token for the kubelet's TLS bootstrap, where it differs from the
 *     discovery's
 */
public record Discovery(
    @Nullable BootstrapToken bootstrapToken,
    @Nullable KubeConfigFile file,
    @Nullable String tlsBootstrapToken) {

  /** None of it set. */
  public static final Discovery EMPTY = new Discovery(null, null, null);

  /** Tokens are secret. */
  @Override
  public String toString() {
    return "Discovery[bootstrapToken=%s, file=%s]".formatted(bootstrapToken, file);
  }

  /**
   * Discovery by a token.
   *
   * @param token the token; absent lets the controller make and renew one
   * @param apiServerEndpoint {@code host:port}; absent means the cluster's endpoint
   * @param caCertHashes {@code sha256:} pins of the cluster's CA; empty means those of the
   *     cluster's own
   * @param unsafeSkipCAVerification whether to trust any CA
   */
  public record BootstrapToken(
      @Nullable String token,
      @Nullable String apiServerEndpoint,
      List<String> caCertHashes,
      @Nullable Boolean unsafeSkipCAVerification) {

    public BootstrapToken {
      caCertHashes = EmptyIfNull.list(caCertHashes);
    }

    /** Tokens are secret. */
    @Override
    public String toString() {
      return "BootstrapToken[apiServerEndpoint=%s, caCertHashes=%s]"
          .formatted(apiServerEndpoint, caCertHashes);
    }
  }

  /**
   * Discovery by a kubeconfig file.
   *
   * @param kubeConfigPath path on the machine
   * @param kubeConfig what to write there; absent when the image brings the file
   */
  public record KubeConfigFile(String kubeConfigPath, @Nullable KubeConfig kubeConfig) {}

  /**
   * A kubeconfig to write.
   *
   * @param cluster the API server; absent parts come from the cluster itself
   * @param user how the machine proves who it is
   */
  public record KubeConfig(@Nullable KubeConfigCluster cluster, KubeConfigUser user) {}

  /**
   * The API server of a kubeconfig.
   *
   * @param server URL; absent means the cluster's endpoint
   * @param tlsServerName name to check the certificate against; absent means the host's
   * @param insecureSkipTLSVerify whether to trust any certificate
   * @param certificateAuthorityData PEM bundle in base64; absent means the cluster's CA
   * @param proxyURL proxy for the requests
   */
  public record KubeConfigCluster(
      @Nullable String server,
      @Nullable String tlsServerName,
      @Nullable Boolean insecureSkipTLSVerify,
      @Nullable String certificateAuthorityData,
      @Nullable String proxyURL) {}

  /**
   * How the machine proves who it is; one of the two.
   *
   * @param authProvider a plugin that is built in
   * @param exec a command that prints credentials
   */
  public record KubeConfigUser(@Nullable AuthProvider authProvider, @Nullable Exec exec) {}

  /**
   * A plugin that is built in.
   *
   * @param name its name
   * @param config its settings
   */
  public record AuthProvider(String name, Map<String, String> config) {

    public AuthProvider {
      config = EmptyIfNull.map(config);
    }

    /** Settings may be secret. */
    @Override
    public String toString() {
      return "AuthProvider[name=%s]".formatted(name);
    }
  }

  /**
   * A command that prints credentials.
   *
   * @param command the command
   * @param args its arguments
   * @param env variables added to its environment
   * @param apiVersion version of its input and output; absent means {@code
   *     client.authentication.k8s.io/v1}
   * @param provideClusterInfo whether it is told about the cluster
   */
  public record Exec(
      String command,
      List<String> args,
      List<EnvVar> env,
      @Nullable String apiVersion,
      @Nullable Boolean provideClusterInfo) {

    public Exec {
      args = EmptyIfNull.list(args);
      env = EmptyIfNull.list(env);
    }

    /** Arguments and variables may be secret. */
    @Override
    public String toString() {
      return "Exec[command=%s]".formatted(command);
    }
  }

  /**
   * A variable of an environment.
   *
   * @param name name
   * @param value value
   */
  public record EnvVar(String name, String value) {

    /** The value may be secret. */
    @Override
    public String toString() {
      return "EnvVar[name=%s]".formatted(name);
    }
  }
}
