package io.weir.clouds.node.wire;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * What all machines of a fleet share: what they know of servers, and room for so many conversations
 * at once. Without that bound a thousand machines that boot together would all be in a TLS
 * handshake at once, and all time out.
 */
public final class ApiClientFactory {
  private final Map<ServerTrust, ServerCheck> serverChecks = new ConcurrentHashMap<>();
  private final Map<ServerTrust, TlsContext> withoutCertificate = new ConcurrentHashMap<>();
  private final Semaphore conversations;
  private final Duration timeout;

  /**
   * @param conversations how many requests may be under way at once, watches not counted
   * @param timeout how long a connection attempt, or a silence of the server, may last
   */
  public ApiClientFactory(int conversations, Duration timeout) {
    this.conversations = new Semaphore(conversations, true);
    this.timeout = timeout;
  }

  /** A client of one API server; it connects when first used. The caller closes it. */
  public ApiClient newClient(URI server, ServerTrust serverTrust, ClientIdentity clientIdentity) {
    return new ApiClient(
        server, tlsContext(serverTrust, clientIdentity), clientIdentity, conversations, timeout);
  }

  /**
   * Machines that have no certificate yet resume each other's sessions: checking the server's
   * signatures anew for each of them costs more than all else they do on their way to one.
   */
  private TlsContext tlsContext(ServerTrust serverTrust, ClientIdentity clientIdentity) {
    ServerCheck check = serverChecks.computeIfAbsent(serverTrust, ServerCheck::of);
    return clientIdentity instanceof ClientIdentity.Certificate
        ? new TlsContext(check, clientIdentity)
        : withoutCertificate.computeIfAbsent(
            serverTrust, _ -> new TlsContext(check, clientIdentity));
  }
}
