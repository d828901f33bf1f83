package io.weir.provider.aws.machinepool.calls;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers every call as whoever means harm would. */
final class HostileAws implements AutoCloseable {

  /** Writes the answer to an action, the so-manieth of all. */
  @FunctionalInterface
  interface Answer {
    void write(String action, int number, OutputStream out) throws IOException;
  }

  private final AtomicInteger requests = new AtomicInteger();
  private final Answer answer;
  private final HttpServer server;

  HostileAws(Answer answer) {
    this.answer = answer;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** How many requests arrived. */
  int requests() {
    return requests.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String action = form.replaceAll("(?s).*\\bAction=(\\w+).*", "$1");
      exchange.sendResponseHeaders(200, 0);
      answer.write(
          URLDecoder.decode(action, StandardCharsets.UTF_8),
          requests.incrementAndGet(),
          exchange.getResponseBody());
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
