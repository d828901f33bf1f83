package io.weir.webhook.http;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Waits for its turn before it computes for a handshake, which takes more than a review does: of
 * all that connect at once, few are worked for, and who is known already need not queue with them.
 */
final class PacedSslConnection extends SslConnection
    implements SslHandshakeListener, ConnectionTable.Line {

  private final Semaphore turns;

  /** Two where the caller answers before the first is done. */
  private final AtomicInteger turnsHeld = new AtomicInteger();

  private volatile boolean encrypted;
  private volatile long idleSince = System.nanoTime();

  /**
   * A connection whose handshake is ahead.
   *
   * @param turns one for each handshake that is worked for at the same time
   */
  PacedSslConnection(
      ByteBufferPool buffers,
      Executor executor,
      SslContextFactory tls,
      EndPoint endPoint,
      SSLEngine engine,
      Semaphore turns) {
    super(buffers, executor, tls, endPoint, engine, false, false);
    this.turns = turns;
  }

  /** What follows is not paced. */
  @Override
  public void handshakeSucceeded(Event event) {
    encrypted = true;
    endTurn();
  }

  @Override
  public void onFillable() {
    boolean paced = !encrypted;
    if (paced) {
      turns.acquireUninterruptibly();
      int _ = turnsHeld.incrementAndGet();
    }
    try {
      super.onFillable();
    } finally {
      if (paced) {
        endTurn();
      }
    }
  }

  /** Before the caller is seen to be waited for, it is written down since when. */
  @Override
  public void tryFillInterested(Callback callback) {
    if (!getEndPoint().isFillInterested()) {
      idleSince = System.nanoTime();
    }
    super.tryFillInterested(callback);
  }

  @Override
  public boolean awaitsCaller() {
    EndPoint endPoint = getEndPoint();
    if (!endPoint.isFillInterested()) {
      return false;
    }
    try {
      return !(endPoint instanceof SocketChannelEndPoint socket)
          || socket.getChannel().socket().getInputStream().available() == 0;
    } catch (IOException closed) {
      return true;
    }
  }

  @Override
  public long idleSince() {
    return idleSince;
  }

  @Override
  public boolean isBegun() {
    return getBytesIn() > 0;
  }

  @Override
  public void cut() {
    getEndPoint().close(new EofException("closed by Weir"));
  }

  private void endTurn() {
    if (turnsHeld.getAndUpdate(held -> Math.max(0, held - 1)) > 0) {
      turns.release();
    }
  }
}
