package io.weir.sandbox.fault;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.sandbox.Sandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes orders from other processes of the same person: HTTP on the loopback address, with a token
 * that lies in the sandbox's directory.
 */
public final class Desk implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int BACKLOG = 8;

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("desk-", 0).factory());
  private final Standing standing;
  private final Clerk clerk;
  private final Consumer<String> teller;
  private final String token = UUID.randomUUID().toString();

  private Desk(Sandbox sandbox, Consumer<String> teller) throws IOException {
    this.standing = new Standing(teller);
    this.clerk = new Clerk(sandbox, standing);
    this.teller = teller;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Opens a desk and writes down where it is.
   *
   * @param name what the sandbox is called
   * @param teller told of every order that was carried out, a sentence each
   */
  public static Desk open(Sandbox sandbox, String name, Consumer<String> teller)
      throws IOException {
    var desk = new Desk(sandbox, teller);
    try {
      URI address = URI.create("http://127.0.0.1:" + desk.server.getAddress().getPort() + "/");
      new DeskFile(name, ProcessHandle.current().pid(), address, desk.token)
          .write(sandbox.directory());
      return desk;
    } catch (IOException | RuntimeException e) {
      desk.close();
      throw e;
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    if (shown == null || !same(shown, "Bearer " + token)) {
      answer(exchange, 401, List.of("not allowed"));
      return;
    }
    try {
      Order order = JSON.readValue(body, Order.class);
      List<String> lines = clerk.carryOut(order);
      if (!(order instanceof Order.Show)) {
        teller.accept(lines.getFirst());
      }
      answer(exchange, 200, lines);
    } catch (IllegalArgumentException | JacksonException refused) {
      answer(exchange, 400, List.of(String.valueOf(refused.getMessage())));
    } catch (RuntimeException mistake) {
      LOG.warn("an order could not be carried out", mistake);
      answer(exchange, 500, List.of("the sandbox failed at it: " + mistake));
    }
  }

  private static boolean same(String left, String right) {
    return MessageDigest.isEqual(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, List<String> lines)
      throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(Map.of("lines", lines));
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Takes no more orders; faults end with the sandbox. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    standing.close();
  }
}
