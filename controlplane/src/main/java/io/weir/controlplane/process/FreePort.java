package io.weir.controlplane.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;

/**
 * Finds ports for servers that must be told theirs. Nothing keeps the port between finding and use:
 * whoever uses it must be ready to find it taken and ask again.
 */
public final class FreePort {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private FreePort() {}

  /** A port of the loopback address that nobody used a moment ago. */
  public static int find() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Waits until nobody uses this port of the loopback address any more, which no one tells.
   *
   * @return whether it has become free in time
   */
  public static boolean awaitFree(int port, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!isFree(port)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
    return true;
  }

  /** Whether nobody uses this port of the loopback address now. */
  public static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      // What has ended a moment ago does not count.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
