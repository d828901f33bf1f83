package io.weir.sandbox;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/**
 * Finds a port that the manager can listen at again and again. It is not one of those that systems
 * give to connections, any of which could have it when the manager comes back.
 */
public final class WebhookPort {
  private static final int FIRST = 20_000;
  private static final int BEYOND = 32_000;
  private static final int TRIED = 50;

  private WebhookPort() {}

  /** A port of the loopback address that nobody used a moment ago. */
  public static int find() throws IOException {
    var random = RandomGenerator.getDefault();
    for (int attempt = 1; attempt < TRIED; attempt++) {
      int port = random.nextInt(FIRST, BEYOND);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (BindException _) {
        // Taken; there are thousands.
      }
    }
    throw new IOException("no free port from " + FIRST + " to " + BEYOND + " for webhooks");
  }
}
