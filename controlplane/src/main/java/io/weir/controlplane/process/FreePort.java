package io.weir.controlplane.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Finds ports for servers that must be told theirs. Nothing keeps the port between finding and use:
 * whoever uses it must be ready to find it taken and ask again.
 */
public final class FreePort {
  private FreePort() {}

  /** A port of the loopback address that nobody used a moment ago. */
  public static int onLoopback() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Whether nobody uses this port of the loopback address now. */
  public static boolean free(int port) {
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
