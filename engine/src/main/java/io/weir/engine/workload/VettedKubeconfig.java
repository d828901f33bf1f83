package io.weir.engine.workload;

import java.net.URI;

/**
 * A kubeconfig that was vetted: one server, one account, and nothing that could run a command or
 * read a file.
 *
 * @param server URL of the API server, https
 * @param caPem certificates that the server's must be signed by; empty for those that the system
 *     trusts
 * @param text the kubeconfig, reduced to the fields that were vetted; secret
 */
public record VettedKubeconfig(URI server, String caPem, String text) {

  private static final int HTTPS = 443;

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
