package io.weir.kernel.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Ways to reach an API server. Time-outs are set on all of them. Nothing is refused here: a
 * kubeconfig that others wrote is to be checked before.
 */
public final class KubeConfigs {

  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  /** Not more than a lease outlives its leader's right to write, which was asked before. */
  private static final int CONNECT_MILLIS = 5_000;

  private static final int REQUEST_MILLIS = 30_000;

  private KubeConfigs() {}

  /**
   * From the text of a kubeconfig.
   *
   * @param component who asks, for the user agent; {@link #component} tells processes apart
   */
  public static Config fromText(String kubeconfig, String component) {
    return settled(Config.fromKubeconfig(kubeconfig), component);
  }

  /**
   * From a kubeconfig file; paths in it are relative to its folder.
   *
   * @throws IllegalArgumentException if it cannot be read, without a word of it
   */
  public static Config fromFile(Path kubeconfig, String component) {
    return settled(read(kubeconfig, () -> Config.fromKubeconfig(kubeconfig.toFile())), component);
  }

  /**
   * The same in another than its current context.
   *
   * @throws IllegalArgumentException if it has no such context, or cannot be read
   */
  public static Config fromFile(Path kubeconfig, String context, String component) {
    Config config = read(kubeconfig, () -> Config.fromKubeconfig(context, kubeconfig.toFile()));
    if (config.getContexts().stream().noneMatch(each -> each.getName().equals(context))) {
      throw new IllegalArgumentException(
          "kubeconfig %s has no context %s".formatted(kubeconfig, context));
    }
    return settled(config, component);
  }

  /** Whoever reads YAML that is broken quotes the place, which may be a token. */
  private static Config read(Path kubeconfig, Supplier<Config> reader) {
    try {
      return reader.get();
    } catch (RuntimeException unusable) {
      throw new IllegalArgumentException(
          Files.isReadable(kubeconfig)
              ? "%s is not a kubeconfig: see kubectl config view --kubeconfig=%1$s"
                  .formatted(kubeconfig)
              : "kubeconfig %s does not exist or cannot be read".formatted(kubeconfig));
    }
  }

  /**
   * As the service account of the pod this process runs in.
   *
   * @param environment the process environment
   * @throws IllegalArgumentException with one sentence for people, outside of a Pod or in one
   *     without its account's token
   */
  public static Config inCluster(Map<String, String> environment, String component) {
    String host = environment.get("KUBERNETES_SERVICE_HOST");
    String port = environment.get("KUBERNETES_SERVICE_PORT");
    if (host == null || port == null) {
      throw new IllegalArgumentException(
          "this process is not in a Pod, as KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are"
              + " not set: name the management cluster with --kubeconfig");
    }
    if (!Files.isReadable(ACCOUNT.resolve("token"))) {
      throw new IllegalArgumentException(
          "%s cannot be read: let the Pod mount its ServiceAccount's token, or name the management cluster with --kubeconfig"
              .formatted(ACCOUNT.resolve("token")));
    }
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return settled(
        new ConfigBuilder(Config.empty())
            .withMasterUrl("https://" + literal + ":" + port)
            .withCaCertFile(ACCOUNT.resolve("ca.crt").toString())
            // Read at each request: the kubelet replaces the token within the hour.
            .withOauthTokenProvider(() -> text(ACCOUNT.resolve("token")))
            .build(),
        component);
  }

  /**
   * Names a part of one process among all, so that an API server's audit log tells the replicas of
   * a manager apart.
   *
   * @param part such as {@code manager}
   * @param process who this process is as a holder of its lease; empty to name the part alone
   */
  public static String component(String part, String process) {
    return process.isEmpty() ? part : part + "; " + process;
  }

  /** Whether the API server is named by a loopback address, or by the name of one. */
  public static boolean isOnLoopback(Config config) {
    String host = URI.create(config.getMasterUrl()).getHost();
    if (host == null || host.equals("localhost")) {
      return host != null;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false; // a name, which may resolve to anything
    }
  }

  private static Config settled(Config config, String component) {
    return new ConfigBuilder(config)
        .withAutoConfigure(false)
        .withConnectionTimeout(CONNECT_MILLIS)
        .withRequestTimeout(REQUEST_MILLIS)
        .withRequestRetryBackoffLimit(0) // a hidden repetition could repeat a write
        .withHttp2Disable(true) // a watch owns its connection and can be dropped alone
        .withUserAgent("weir/" + version() + " (" + component + ")")
        .build();
  }

  private static String version() {
    String version = KubeConfigs.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read " + file.getFileName(), failure);
    }
  }
}
