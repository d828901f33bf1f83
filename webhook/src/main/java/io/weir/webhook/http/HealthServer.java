package io.weir.webhook.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in plain HTTP whether the process lives and moves, at {@code /healthz}, and whether API
 * servers should come to its webhooks, at {@code /readyz}. A connection is for one request, as
 * kubelets make them. Whoever reaches the port may open as many as they like: connections, bytes
 * and time are bounded, and kubelets are answered meanwhile, as they would end the process else.
 */
public final class HealthServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);

  private static final int PLACES = 256;

  /** With all places taken, it accepts some thousands of connections a second. */
  private static final Duration SPARED = Duration.ofMillis(50);

  /** A kubelet gives up after a second, unless told otherwise. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int QUEUED = 1024;
  private static final Duration BREATHER = Duration.ofMillis(100);

  private final ServerSocket listener;
  private final Supplier<Readiness> readiness;
  private final ProbeConnections connections = new ProbeConnections(PLACES, SPARED);
  private volatile Supplier<List<String>> standstills = List::of;

  private enum Status {
    OK("200 OK"),
    NOT_FOUND("404 Not Found"),
    NOT_ALLOWED("405 Method Not Allowed"),
    UNAVAILABLE("503 Service Unavailable");

    private final String line;

    Status(String line) {
      this.line = line;
    }
  }

  private record Answer(Status status, String text) {}

  private HealthServer(ServerSocket listener, Supplier<Readiness> readiness) {
    this.listener = listener;
    this.readiness = readiness;
  }

  /**
   * Begins to answer.
   *
   * @param at port 0 for a free one
   * @param readiness whether the process is ready; its problems are told in either case
   * @throws IOException if the address cannot be used
   */
  public static HealthServer start(InetSocketAddress at, Supplier<Readiness> readiness)
      throws IOException {
    var listener = new ServerSocket(at.getPort(), QUEUED, at.getAddress());
    var health = new HealthServer(listener, readiness);
    Thread _ = Thread.ofVirtual().name("health").start(health::accept);
    return health;
  }

  /**
   * Tells at {@code /healthz} what stands still from now on.
   *
   * @param parts what has to go round and does not; empty while the process is well
   */
  public void watchOver(Supplier<List<String>> parts) {
    standstills = parts;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        try {
          Socket socket = listener.accept();
          connections.admit(socket);
          Thread _ = Thread.ofVirtual().name("health-answer").start(() -> serve(socket));
        } catch (IOException failure) {
          LOG.debug("a probe was not accepted", failure);
          Thread.sleep(BREATHER); // no more files may be opened now
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(Socket socket) {
    try {
      Answer answer = answer(ProbeRequest.read(socket, PATIENCE));
      socket.getOutputStream().write(bytes(answer));
    } catch (IOException gone) {
      LOG.trace("a probe was not answered", gone);
    } finally {
      connections.close(socket);
    }
  }

  private Answer answer(ProbeRequest request) {
    if (!request.method().equals("GET")) {
      return new Answer(Status.NOT_ALLOWED, "only GET is answered");
    }
    return switch (request.path()) {
      case "/healthz" -> {
        List<String> still = standstills.get();
        yield answer(new Readiness(still.isEmpty(), still));
      }
      case "/readyz" -> answer(readiness.get());
      default -> new Answer(Status.NOT_FOUND, "not found");
    };
  }

  private static Answer answer(Readiness state) {
    String problems = String.join("\n", state.problems());
    if (!state.ready()) {
      return new Answer(Status.UNAVAILABLE, problems + "\n");
    }
    return new Answer(Status.OK, problems.isEmpty() ? "ok" : "ok, but:\n" + problems + "\n");
  }

  private static byte[] bytes(Answer answer) {
    String head =
        """
        HTTP/1.1 %s\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Length: %d\r
        Connection: close\r
        \r
        """
            .formatted(answer.status().line, answer.text().getBytes(StandardCharsets.UTF_8).length);
    return (head + answer.text()).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException failure) {
      LOG.warn("the health port did not close as it should", failure);
    }
    connections.closeAll();
  }
}
