package io.weir.bootstrap.kubeadm;

import io.weir.api.bootstrap.Discovery;
import io.weir.api.bootstrap.Discovery.BootstrapToken;
import io.weir.bootstrap.BootstrapProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a machine finds and trusts the API server, complete. */
public sealed interface DiscoveryChoice {

  String FIELD = "spec.joinConfiguration.discovery";

  /**
   * By a token.
   *
   * @param token in clear
   * @param unsafeSkipCAVerification only as the KubeadmConfig asks; never chosen for want of a CA
   */
  record ByToken(
      String token, String endpoint, List<String> caCertHashes, boolean unsafeSkipCAVerification)
      implements DiscoveryChoice {

    /** Without the token. */
    @Override
    public String toString() {
      return "ByToken[endpoint=%s, caCertHashes=%s]".formatted(endpoint, caCertHashes);
    }
  }

  /** By a kubeconfig file on the machine. */
  record ByFile(String kubeConfigPath) implements DiscoveryChoice {}

  /**
   * Whether a token of Weir's is needed: the KubeadmConfig names neither a file nor a token of its
   * own.
   */
  static boolean needsToken(Discovery discovery) {
    BootstrapToken given = discovery.bootstrapToken();
    return discovery.file() == null && (given == null || given.token() == null);
  }

  /**
   * What the KubeadmConfig gives is respected; the rest comes from the cluster.
   *
   * @param token Weir's own, in clear, which goes before one in the KubeadmConfig; null if there is
   *     none
   * @throws BootstrapProblem if a piece is still missing
   */
  static DiscoveryChoice of(Discovery discovery, ClusterFacts cluster, @Nullable String token) {
    if (discovery.file() != null) {
      return new ByFile(discovery.file().kubeConfigPath());
    }
    var given = discovery.bootstrapToken();
    boolean skip = given != null && Boolean.TRUE.equals(given.unsafeSkipCAVerification());
    return new ByToken(
        token(given, token), endpoint(given, cluster), hashes(given, cluster, skip), skip);
  }

  private static String token(@Nullable BootstrapToken given, @Nullable String own) {
    String token = own != null || given == null ? own : given.token();
    if (token == null) {
      throw BootstrapProblem.missing(
          FIELD + ".bootstrapToken.token",
          "not set, and no token was made in the workload cluster");
    }
    return token;
  }

  private static String endpoint(@Nullable BootstrapToken given, ClusterFacts cluster) {
    String own = given == null ? null : given.apiServerEndpoint();
    return own != null ? own : knownEndpoint(cluster, FIELD + ".bootstrapToken.apiServerEndpoint");
  }

  private static List<String> hashes(
      @Nullable BootstrapToken given, ClusterFacts cluster, boolean skip) {
    if (given != null && !given.caCertHashes().isEmpty()) {
      return given.caCertHashes();
    }
    return skip && cluster.caPem().isBlank() ? List.of() : CaCertificates.hashes(cluster.caPem());
  }

  /** The cluster's endpoint, for a field that does not give another. */
  static String knownEndpoint(ClusterFacts cluster, String field) {
    String endpoint = cluster.endpoint();
    if (endpoint.isBlank()) {
      throw BootstrapProblem.missing(
          field, "not set, and the Cluster has no spec.controlPlaneEndpoint yet; set one of them");
    }
    return endpoint;
  }
}
