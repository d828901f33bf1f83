package io.weir.clouds;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An HTTP server that only this machine can reach. Each request has a virtual thread of its own, so
 * that an answer may take its time. Safe for concurrent use.
 */
public final class LoopbackServer implements AutoCloseable {
  private static final int BACKLOG = 256;

  static {
    // Without it each answer waits for the acknowledgement of its head, 40 ms on Linux. The server
    // reads it once for the whole process, so it cannot be an option of ours.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;

  /** What answers the requests of a path. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Answers one.
     *
     * @param request its method, path and headers
     * @param body its body, read to the end
     * @return empty to close the connection without an answer
     */
    Optional<Response> handle(HttpExchange request, byte[] body);
  }

  /**
   * An answer.
   *
   * @param status such as 200
   * @param contentType of the body
   * @param headers further ones
   * @param body as text, which travels as UTF-8
   */
  public record Response(int status, String contentType, Map<String, String> headers, String body) {
    public Response {
      headers = Map.copyOf(headers);
    }

    /** One in JSON. */
    public static Response json(int status, String body) {
      return new Response(status, "application/json", Map.of(), body);
    }
  }

  private LoopbackServer(String name, int port) throws IOException {
    server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory());
    server.setExecutor(threads);
  }

  /**
   * Starts one.
   *
   * @param name of its threads
   * @param port where it listens; 0 for any that is free
   * @param handlers what answers, by the beginning of the path; the longest that fits is asked
   * @throws UncheckedIOException when the port is taken
   */
  public static LoopbackServer start(String name, int port, Map<String, Handler> handlers) {
    try {
      var started = new LoopbackServer(name, port);
      handlers.forEach(started::addHandler);
      started.server.start();
      return started;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Has something else answer what begins with a path, from now on. */
  public void addHandler(String path, Handler handler) {
    var _ = server.createContext(path, exchange -> serve(exchange, handler));
  }

  /** Where it listens, without a path. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void serve(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Optional<Response> answer = handler.handle(exchange, body);
      if (answer.isPresent()) {
        send(exchange, answer.get());
      }
    }
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", response.contentType());
    response.headers().forEach(exchange.getResponseHeaders()::set);
    // Of an empty body the server must not promise a length: 204 and 304 have none.
    exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Stops it; what is being answered is cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
