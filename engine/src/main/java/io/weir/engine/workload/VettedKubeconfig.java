package io.weir.engine.workload;

import java.net.URI;
import java.util.Optional;

/**
 * A kubeconfig that was vetted: one server, one account, and nothing that could run a command or
 * read a file.
 *
 * @param server URL of the API server, https
 * @param caPem certificates that the server's must be signed by; empty for those that the system
 *     trusts
 * @param text the kubeconfig, reduced to the fields that were vetted; secret
 * @param grant the cloud that made it; empty if it is of the Cluster's Secret
 */
public record VettedKubeconfig(URI server, String caPem, String text, Optional<Grant> grant) {

  private static final int HTTPS = 443;

  /**
   * That a cloud made it.
   *
   * @param by which cluster with whose credentials, for people
   * @param rights what people do if the account is not accepted
   */
  public record Grant(String by, String rights) {}

  /** The kubeconfig of a Secret. */
  public VettedKubeconfig(URI server, String caPem, String text) {
    this(server, caPem, text, Optional.empty());
  }

  /** The same, made by a cloud. */
  public VettedKubeconfig grantedBy(Grant cloud) {
    return new VettedKubeconfig(server, caPem, text, Optional.of(cloud));
  }

  /** The server's name or address, without the brackets of an IPv6 address. */
  public String host() {
    String host = server.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** The server's TCP port. */
  public int port() {
    return server.getPort() < 0 ? HTTPS : server.getPort();
  }

  /** The account is secret. */
  @Override
  public String toString() {
    return "VettedKubeconfig[server=%s]".formatted(server);
  }
}
