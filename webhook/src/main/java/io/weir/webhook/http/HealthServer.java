package io.weir.webhook.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Tells in plain HTTP whether the process lives, at {@code /healthz}, and whether the API server
 * can rely on its webhooks, at {@code /readyz}.
 */
public final class HealthServer implements AutoCloseable {

  /**
   * The JDK reads these once, when it makes its first server: at most so many connections, and so
   * many seconds for a request.
   */
  private static final Map<String, String> SETTINGS =
      Map.of("jdk.httpserver.maxConnections", "1000", "sun.net.httpserver.maxReqTime", "10");

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;

  private final HttpServer server;
  private final ExecutorService threads;

  static {
    SETTINGS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }

  private HealthServer(HttpServer server) {
    this.server = server;
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("health-", 1).factory());
    server.setExecutor(threads);
  }

  /**
   * Begins to answer.
   *
   * @param at port 0 for a free one
   * @param obstacles why the process is not ready; empty when it is
   * @throws IOException if the address cannot be used
   */
  public static HealthServer start(InetSocketAddress at, Supplier<List<String>> obstacles)
      throws IOException {
    var health = new HealthServer(HttpServer.create(at, 0));
    health.server.createContext("/", exchange -> say(exchange, NOT_FOUND, "not found"));
    health.server.createContext("/healthz", exchange -> say(exchange, OK, "ok"));
    health.server.createContext(
        "/readyz",
        exchange -> {
          List<String> now = obstacles.get();
          if (now.isEmpty()) {
            say(exchange, OK, "ok");
          } else {
            say(exchange, UNAVAILABLE, String.join("\n", now) + "\n");
          }
        });
    health.server.start();
    return health;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private static void say(HttpExchange exchange, int code, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(code, bytes.length);
    try (exchange;
        OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
