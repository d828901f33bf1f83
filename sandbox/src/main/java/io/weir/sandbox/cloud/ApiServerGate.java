package io.weir.sandbox.cloud;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A second address of the API server, which can be shut: whoever comes by it finds nobody. The
 * manager reaches the workload cluster by it, and so loses that alone and not the objects that it
 * works on. Safe for concurrent use.
 */
public final class ApiServerGate implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiServerGate.class);
  private static final int BACKLOG = 256;

  private final URI server;
  private final ServerSocket entrance;
  private final Set<Socket> through = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("gate-", 0).factory());
  private volatile boolean shut;

  private ApiServerGate(URI server, ServerSocket entrance) {
    this.server = server;
    this.entrance = entrance;
  }

  /**
   * Opens one on the loopback address.
   *
   * @param server what is behind it
   * @param port where; 0 for any that is free
   */
  public static ApiServerGate open(URI server, int port) throws IOException {
    var apiServerGate = new ApiServerGate(server, listening(port));
    var _ = apiServerGate.threads.submit(apiServerGate::acceptConnections);
    return apiServerGate;
  }

  private static ServerSocket listening(int port) throws IOException {
    try {
      return new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (BindException taken) {
      throw new IOException(
          "port %d of 127.0.0.1 is in use by another program, and this sandbox needs it: stop that program"
              .formatted(port),
          taken);
    }
  }

  /** The address in front of it. */
  public URI address() {
    return URI.create("https://127.0.0.1:" + entrance.getLocalPort());
  }

  /** A kubeconfig of the server, for those who shall come through the gate. */
  public String rewriteKubeconfig(String kubeconfig) {
    return kubeconfig.replace(server.toString(), address().toString());
  }

  /** Cuts every connection and takes no more. */
  public void shut() {
    shut = true;
    through.forEach(ApiServerGate::cut);
  }

  /** Takes connections again. */
  public void open() {
    shut = false;
  }

  private void acceptConnections() {
    while (!entrance.isClosed()) {
      try {
        Socket guest = entrance.accept();
        if (shut) {
          // A reset, as of a port where nobody listens.
          guest.setSoLinger(true, 0);
          guest.close();
        } else {
          var _ = threads.submit(() -> forward(guest));
        }
      } catch (IOException failure) {
        LOG.debug("cannot accept a connection", failure);
      }
    }
  }

  private void forward(Socket guest) {
    try (guest;
        var host = new Socket()) {
      host.connect(new InetSocketAddress(server.getHost(), server.getPort()));
      guest.setTcpNoDelay(true);
      host.setTcpNoDelay(true);
      through.add(guest);
      through.add(host);
      var _ = threads.submit(() -> copy(host, guest));
      copy(guest, host);
    } catch (IOException failure) {
      LOG.debug("a connection to the API server failed", failure);
    } finally {
      through.removeIf(Socket::isClosed);
    }
  }

  /** Until either ends; then both end. */
  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // One of the two is gone, and the other with it.
    } finally {
      cut(from);
      cut(to);
    }
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    through.forEach(ApiServerGate::cut);
    threads.shutdownNow();
  }
}
