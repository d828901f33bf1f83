package io.weir.webhook.http;

import io.weir.kernel.kube.CipherSuites;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.ConversionReviewHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers reviews over TLS. Every request gets an answer, if only the reason why it has none.
 * Whoever reaches the port may send anything: connections, bytes, time and memory are bounded, and
 * who sends reviews as an API server does is answered meanwhile.
 */
public final class ReviewServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReviewServer.class);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  /** Line and fields of a request; an API server sends about 400 bytes. */
  private static final int LONGEST_HEAD = 8 * 1024;

  /** The server would keep thousands of sessions, which no API server resumes. */
  private static final int SESSIONS = 64;

  private static final long POOLED_HEAP = 2L << 20;
  private static final long POOLED_DIRECT = 1L << 20;

  private final Server server;
  private final ServerConnector connector;
  private final InetSocketAddress address;
  private final ReviewRequestHandler handler;
  private final Thread deadlines;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ReviewServer(
      Server server,
      ServerConnector connector,
      InetSocketAddress address,
      ReviewRequestHandler handler,
      Thread deadlines) {
    this.server = server;
    this.connector = connector;
    this.address = address;
    this.handler = handler;
    this.deadlines = deadlines;
  }

  /**
   * Begins to answer.
   *
   * @param at port 0 for a free one
   * @throws IOException if the address cannot be used
   */
  public static ReviewServer start(
      InetSocketAddress at,
      SSLContext tls,
      AdmissionReviewHandler admissions,
      ConversionReviewHandler conversions)
      throws IOException {
    var connections = new ReviewConnections();
    var handler = new ReviewRequestHandler(admissions, conversions, connections);
    var threads = new VirtualThreadPool(0);
    threads.setName("review-");
    var server = new Server(threads);
    var errors = new ErrorHandler();
    errors.setShowCauses(false);
    server.setErrorHandler(errors);
    server.setHandler(handler);
    ServerConnector connector = connector(server, tls, connections);
    connector.setHost(at.getAddress().getHostAddress());
    connector.setPort(at.getPort());
    boolean _ = connector.addBean(connections);
    connections.pace(connector::setAccepting);
    server.addConnector(connector);
    start(server);
    return new ReviewServer(
        server,
        connector,
        // By its number: what is told to API servers depends on no name.
        new InetSocketAddress(
            InetAddress.getByAddress(at.getAddress().getAddress()), connector.getLocalPort()),
        handler,
        deadlines(connections));
  }

  private static void start(Server server) throws IOException {
    try {
      server.start();
    } catch (IOException failure) {
      stop(server);
      throw failure;
    } catch (Exception failure) {
      stop(server);
      throw new IOException("the review server cannot be started", failure);
    }
  }

  private static ServerConnector connector(
      Server server, SSLContext tls, ReviewConnections connections) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(LONGEST_HEAD);
    http.setInputBufferSize(LONGEST_HEAD);
    // It would take 100 kB for each connection, and save the parsing of 400 bytes.
    http.setHeaderCacheSize(0);
    http.setUseInputDirectByteBuffers(false);
    http.setUseOutputDirectByteBuffers(false);
    var https =
        new SslConnectionFactory(tlsFactory(tls), HttpVersion.HTTP_1_1.asString()) {
          @Override
          protected SslConnection newSslConnection(
              Connector connector, EndPoint endPoint, SSLEngine engine) {
            var connection =
                new PacedSslConnection(
                    connector.getByteBufferPool(),
                    connector.getExecutor(),
                    getSslContextFactory(),
                    endPoint,
                    engine,
                    connections.handshakes());
            connection.addHandshakeListener(connection);
            return connection;
          }
        };
    https.setEnsureSecureRequestCustomizer(false);
    // HTTP/1.1 only: API servers ask webhooks for nothing else.
    var connector =
        new ServerConnector(
            server,
            null,
            null,
            new ArrayByteBufferPool(-1, 1024, 64 * 1024, 64, POOLED_HEAP, POOLED_DIRECT),
            1,
            1,
            https,
            new HttpConnectionFactory(http));
    connector.setAcceptQueueSize(1024);
    // The table of the connections has the times that hold.
    connector.setIdleTimeout(ConnectionTable.Stage.KNOWN.patience().multipliedBy(2).toMillis());
    return connector;
  }

  private static SslContextFactory.Server tlsFactory(SSLContext tls) {
    tls.getServerSessionContext().setSessionCacheSize(SESSIONS);
    var factory =
        new SslContextFactory.Server() {
          @Override
          public void customize(SSLEngine engine) {
            super.customize(engine);
            SSLParameters parameters = CipherSuites.order(engine.getSSLParameters());
            parameters.setUseCipherSuitesOrder(true);
            engine.setSSLParameters(parameters);
          }
        };
    factory.setSslContext(tls);
    factory.setRenegotiationAllowed(false);
    return factory;
  }

  private static Thread deadlines(ReviewConnections connections) {
    return Thread.ofVirtual()
        .name("review-deadlines")
        .start(
            () -> {
              try {
                while (true) {
                  Thread.sleep(BETWEEN_LOOKS);
                  connections.tick();
                }
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /** From now on each answer is the last of its connection, so that callers go elsewhere. */
  public void beginShutdown() {
    handler.beginShutdown();
  }

  /** Answers what is under way, for up to 10 s, and closes the port. Repeating is harmless. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    beginShutdown();
    connector.close();
    try {
      handler.awaitAnswers(GRACE);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    deadlines.interrupt();
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception failure) {
      LOG.warn("the review server did not stop as it should", failure);
    }
  }
}
