package io.weir.controlplane.process;

import java.io.IOException;
import java.net.InetAddress;
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
}
