package io.weir.clouds.node.wire;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * What all machines of a fleet share: room for so many conversations at once. Without that bound a
 * thousand machines that boot together would all be in a TLS handshake at once, and all time out.
 */
public final class ApiClientFactory {
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
    return new ApiClient(server, serverTrust, clientIdentity, conversations, timeout);
  }
}
