package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.webhook.certificate.TestCertificates;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;

/** A server's side in memory, with a caller that answers in the very moment that it may. */
class PacedSslConnectionTest {

  private final Semaphore turns = new Semaphore(4, true);
  private final Caller caller = new Caller();
  private final PacedSslConnection connection;

  PacedSslConnectionTest() throws Exception {
    var certificates = new TestCertificates();
    var server = new SslContextFactory.Server();
    server.setSslContext(certificates.serverContext());
    server.start();
    SSLEngine engine = server.newSSLEngine();
    engine.setUseClientMode(false);
    caller.engine = certificates.clientContext().createSSLEngine("127.0.0.1", 443);
    caller.engine.setUseClientMode(true);
    connection =
        new PacedSslConnection(
            new ArrayByteBufferPool(), Runnable::run, server, caller, engine, turns);
    connection.addHandshakeListener(connection);
    caller.setConnection(connection);
    EndPoint decrypted = connection.getSslEndPoint();
    decrypted.setConnection(new Reader(decrypted));
  }

  @Test
  void aCallerThatAnswersWhileItIsBeingWaitedForTakesNoTurnFromOthers() throws Exception {
    connection.onOpen();

    caller.answer();

    assertThat(caller.engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
    assertThat(caller.answersAtOnce).isPositive();
    assertThat(turns.availablePermits()).isEqualTo(4);
  }

  /** Reads, and waits for more. */
  private static final class Reader extends AbstractConnection {
    Reader(EndPoint decrypted) {
      super(decrypted, Runnable::run);
    }

    @Override
    public void onOpen() {
      super.onOpen();
      fillInterested();
    }

    @Override
    public void onFillable() {
      try {
        if (getEndPoint().fill(BufferUtil.allocate(16_384)) == 0) {
          fillInterested();
        }
      } catch (Exception failure) {
        throw new IllegalStateException(failure);
      }
    }
  }

  /** What the server writes is read at once, and answered as soon as the server waits for it. */
  private static final class Caller extends ByteArrayEndPoint {
    private SSLEngine engine;
    private boolean begun;
    private int answersAtOnce;

    Caller() {
      super(new byte[0], 65_536);
    }

    @Override
    protected void execute(Runnable task) {
      task.run();
    }

    @Override
    public boolean tryFillInterested(Callback callback) {
      boolean first = super.tryFillInterested(callback);
      if (begun) {
        answersAtOnce++;
        answer();
      }
      return first;
    }

    /** Takes the handshake as far as it goes without the server. */
    void answer() {
      begun = true;
      try {
        ByteBuffer said = takeOutput();
        ByteBuffer answers = ByteBuffer.allocate(65_536);
        if (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
          if (engine.getSession().isValid() && !engine.getSession().getProtocol().equals("NONE")) {
            return;
          }
          engine.beginHandshake();
        }
        while (step(said, answers)) {}
        if (answers.position() > 0) {
          addInput(answers.flip());
        }
      } catch (SSLException failure) {
        throw new IllegalStateException(failure);
      }
    }

    private boolean step(ByteBuffer said, ByteBuffer answers) throws SSLException {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> {
          var _ = engine.wrap(ByteBuffer.allocate(0), answers);
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!said.hasRemaining()) {
            return false;
          }
          var _ = engine.unwrap(said, ByteBuffer.allocate(65_536));
        }
        default -> {
          return false;
        }
      }
      return true;
    }
  }
}
