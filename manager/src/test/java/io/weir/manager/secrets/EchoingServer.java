package io.weir.manager.secrets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.Executors;

/**
 * A server that repeats what it was sent, headers and body, wherever a proxy, a gateway or a cloud
 * might: in pages, in errors, in addresses, in what is no answer at all.
 */
final class EchoingServer implements AutoCloseable {

  private static final int[] CODES = {
    200, 201, 204, 301, 307, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503
  };

  private final Random random;
  private final HttpServer server;

  EchoingServer(Random random) throws IOException {
    this.random = random;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String echo = exchange.getRequestURI() + " " + exchange.getRequestHeaders().entrySet() + body;
      // What an API server says of a right that is missing is repeated, and of whose it is.
      exchange.getRequestHeaders().remove("Authorization");
      String said = exchange.getRequestURI() + " " + exchange.getRequestHeaders().entrySet() + body;
      int code = CODES[random.nextInt(CODES.length)];
      exchange.getResponseHeaders().set("Retry-After", random.nextBoolean() ? "1" : oneLine(echo));
      if (code / 100 == 3) {
        exchange.getResponseHeaders().set("Location", "https://u:p@h/?" + oneLine(echo));
      }
      byte[] answer = text(echo, said, body).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(code, code == 204 ? -1 : answer.length);
      if (code != 204) {
        exchange.getResponseBody().write(answer);
      }
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("[^ -~]", " ");
  }

  private String text(String echo, String said, String body) {
    return switch (random.nextInt(7)) {
      case 0 -> "<html><body>Bad request: " + echo + "</body></html>";
      case 1 -> body.isEmpty() ? "" : body.substring(0, random.nextInt(body.length()));
      case 2 -> body;
      case 3 -> echo;
      case 4 -> status(said, "Invalid");
      case 5 -> status(said, "Forbidden");
      default -> "<?xml version=\"1.0\"?><Response><Errors><Error>" + echo;
    };
  }

  /** As an API server refuses a value that it quotes. */
  private static String status(String echo, String reason) {
    var status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("reason", reason);
    status.put("message", "admission webhook denied the request: " + echo);
    status
        .withObject("/details")
        .putArray("causes")
        .addObject()
        .put("field", "data[value]")
        .put("message", echo);
    return status.toString();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
