package io.weir.sandbox.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a server, and cuts them when it is told to. */
final class TcpProxy implements AutoCloseable {

  private final InetSocketAddress server;
  private final ServerSocket gate;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  TcpProxy(URI server) throws IOException {
    this.server = new InetSocketAddress(server.getHost(), server.getPort());
    gate = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("proxy").start(this::accept);
  }

  int port() {
    return gate.getLocalPort();
  }

  /** Ends all connections; new ones are taken. */
  int cut() {
    Set<Socket> cut = Set.copyOf(open);
    cut.forEach(this::end);
    return cut.size() / 2;
  }

  private void accept() {
    while (!gate.isClosed()) {
      try {
        Socket client = gate.accept();
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException _) {
        // Closed, or a client that went away again.
      }
    }
  }

  private void connect(Socket client) {
    open.add(client);
    try {
      var there = new Socket();
      open.add(there);
      there.connect(server);
      Thread.ofVirtual().start(() -> pass(there, client));
      pass(client, there);
    } catch (IOException _) {
      end(client);
    }
  }

  private void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // Cut, or ended by one side: so it is for the other.
    } finally {
      end(from);
      end(to);
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() throws IOException {
    gate.close();
    int _ = cut();
  }
}
