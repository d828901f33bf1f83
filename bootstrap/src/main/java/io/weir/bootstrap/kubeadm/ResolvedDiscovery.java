package io.weir.bootstrap.kubeadm;

import io.weir.api.bootstrap.Discovery;
import io.weir.api.bootstrap.Discovery.BootstrapToken;
import io.weir.bootstrap.BootstrapDataException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a machine finds and trusts the API server, complete. */
public sealed interface ResolvedDiscovery {

  String FIELD = "spec.joinConfiguration.discovery";

  /**
   * By a token.
   *
   * @param token in clear
   * @param unsafeSkipCAVerification only as the KubeadmConfig asks; never chosen for want of a CA
   */
  record ByToken(
      String token, String endpoint, List<String> caCertHashes, boolean unsafeSkipCAVerification)
      implements ResolvedDiscovery {

    /** Without the token. */
    @Override
    public String toString() {
      return "ByToken[endpoint=%s, caCertHashes=%s]".formatted(endpoint, caCertHashes);
    }
  }

  /** By a kubeconfig file on the machine. */
  record ByFile(String kubeConfigPath) implements ResolvedDiscovery {}

  /** The token that the KubeadmConfig names; secret. */
  static Optional<String> tokenInSpec(Discovery discovery) {
    return Optional.ofNullable(discovery.bootstrapToken()).map(BootstrapToken::token);
  }

  /**
   * What the KubeadmConfig gives is respected; the rest comes from the cluster.
   *
   * @param token Weir's own, in clear, which goes before one in the KubeadmConfig; null if there is
   *     none
   * @throws BootstrapDataException if a piece is still missing
   */
  static ResolvedDiscovery resolve(
      Discovery discovery, ClusterJoinInfo cluster, @Nullable String token) {
    if (discovery.file() != null) {
      if (discovery.bootstrapToken() != null) {
        throw BootstrapDataException.invalid(FIELD, "has both bootstrapToken and file; remove one");
      }
      return new ByFile(discovery.file().kubeConfigPath());
    }
    var given = discovery.bootstrapToken();
    boolean skip = given != null && Boolean.TRUE.equals(given.unsafeSkipCAVerification());
    return new ByToken(
        token(given, token),
        endpoint(given, cluster),
        hashes(given, cluster, skip, token != null),
        skip);
  }

  private static String token(@Nullable BootstrapToken given, @Nullable String own) {
    String token = own != null || given == null ? own : given.token();
    if (token == null) {
      throw BootstrapDataException.missing(
          FIELD + ".bootstrapToken.token",
          "not set, and no token was created in the workload cluster");
    }
    return token;
  }

  private static String endpoint(@Nullable BootstrapToken given, ClusterJoinInfo cluster) {
    String own = given == null ? null : given.apiServerEndpoint();
    return own != null
        ? own
        : requireEndpoint(cluster, FIELD + ".bootstrapToken.apiServerEndpoint");
  }

  /**
   * Beside a token that was taken over stand the pins of that time, which the other provider has
   * written; those of the CA as it is now join them.
   */
  private static List<String> hashes(
      @Nullable BootstrapToken given, ClusterJoinInfo cluster, boolean skip, boolean ownToken) {
    var hashes = new LinkedHashSet<String>(given == null ? List.of() : given.caCertHashes());
    boolean takenOver = ownToken && given != null && given.token() != null;
    boolean unknown = cluster.caPem().isBlank();
    if ((hashes.isEmpty() && !(skip && unknown)) || (takenOver && !unknown)) {
      hashes.addAll(CaCertificates.hashes(cluster.caPem()));
    }
    return List.copyOf(hashes);
  }

  /** The cluster's endpoint, for a field that does not give another. */
  static String requireEndpoint(ClusterJoinInfo cluster, String field) {
    String endpoint = cluster.endpoint();
    if (endpoint.isBlank()) {
      throw BootstrapDataException.missing(
          field, "not set, and the Cluster has no spec.controlPlaneEndpoint yet; set one of them");
    }
    return endpoint;
  }
}
