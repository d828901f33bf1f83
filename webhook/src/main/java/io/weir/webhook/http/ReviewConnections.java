package io.weir.webhook.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Tells the table of the connections what becomes of those of the server, and lets callers wait
 * while the server has enough to do for those that it has: one that was accepted is not in the
 * table at once, and one that was cut off is not gone at once.
 */
final class ReviewConnections
    implements Connection.Listener, SslHandshakeListener, SelectorManager.AcceptListener {

  /** One takes some 2 ms of a processor. */
  private static final int HANDSHAKES_AT_ONCE = 4;

  private static final int QUEUED_HANDSHAKES = 32;
  private static final int UNSETTLED = 64;
  private static final int REQUESTS = 192;

  private final Semaphore handshakes = new Semaphore(HANDSHAKES_AT_ONCE, true);
  private final Set<SelectableChannel> accepted = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private Consumer<Boolean> accepting = may -> {};
  private boolean paused;

  private final ConnectionTable table = new ConnectionTable(System::nanoTime);
  private final Map<SSLEngine, ConnectionTable.Connection> connections = new ConcurrentHashMap<>();

  ConnectionTable table() {
    return table;
  }

  /** One permit for each handshake that is worked for at the same time. */
  Semaphore handshakes() {
    return handshakes;
  }

  /** Decides from now on whether connections are accepted. */
  synchronized void pace(Consumer<Boolean> mayAccept) {
    accepting = mayAccept;
  }

  void beginRequest() {
    int _ = requests.incrementAndGet();
    pace();
  }

  void endRequest() {
    int _ = requests.decrementAndGet();
    pace();
  }

  private void pace() {
    boolean busy =
        handshakes.getQueueLength() > QUEUED_HANDSHAKES
            || accepted.size() - table.size() > UNSETTLED
            || requests.get() > REQUESTS;
    synchronized (this) {
      if (busy != paused) {
        paused = busy;
        accepting.accept(!busy);
      }
    }
  }

  /** Looks at the connections now and then. */
  void tick() {
    table.closeLate();
    // Whatever is told of them or not: a channel that is closed takes no place.
    boolean _ = accepted.removeIf(channel -> !channel.isOpen());
    pace();
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    boolean _ = accepted.add(channel);
    pace();
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    boolean _ = accepted.remove(channel);
    pace();
  }

  /** The connection of a request; null if it is closed. */
  ConnectionTable.@Nullable Connection of(Request request) {
    Connection http = request.getConnectionMetaData().getConnection();
    return http.getEndPoint() instanceof SslConnection.SslEndPoint ssl
        ? connections.get(ssl.getSslConnection().getSSLEngine())
        : null;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof PacedSslConnection line) {
      // Known to the handshake before it can be closed.
      var added = new ConnectionTable.Connection(address(line), line);
      connections.put(line.getSSLEngine(), added);
      table.opened(added);
    }
  }

  @Override
  public void handshakeSucceeded(Event event) {
    ConnectionTable.Connection connection = connections.get(event.getSSLEngine());
    if (connection != null) {
      table.encrypted(connection);
    }
    pace();
  }

  @Override
  public void onClosed(Connection connection) {
    if (connection instanceof SslConnection ssl) {
      ConnectionTable.Connection gone = connections.remove(ssl.getSSLEngine());
      if (gone != null) {
        table.closed(gone);
      }
    }
  }

  private static InetAddress address(SslConnection connection) {
    return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress remote
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }
}
