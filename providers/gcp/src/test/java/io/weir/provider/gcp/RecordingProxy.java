package io.weir.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Stands before a simulated cloud and keeps what is asked and answered. */
final class RecordingProxy implements AutoCloseable {

  /** A call. */
  record Exchange(
      String method, String path, String query, JsonNode request, int status, JsonNode answer) {

    /** Names of the parameters behind the path. */
    List<String> parameters() {
      return Stream.of(query.split("&", -1))
          .filter(each -> !each.isEmpty())
          .map(each -> each.split("=", 2)[0])
          .toList();
    }
  }

  private final List<Exchange> exchanges = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI target;
  private final HttpServer server;

  RecordingProxy(URI target) {
    this.target = target;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException unbound) {
      throw new UncheckedIOException(unbound);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::forward);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  synchronized List<Exchange> exchanges() {
    return List.copyOf(exchanges);
  }

  private void forward(HttpExchange exchange) throws IOException {
    URI asked = exchange.getRequestURI();
    byte[] body = exchange.getRequestBody().readAllBytes();
    String query = asked.getRawQuery() == null ? "" : asked.getRawQuery();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(target + asked.getRawPath() + (query.isEmpty() ? "" : "?" + query)))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
            .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
            .build();
    try {
      HttpResponse<String> response =
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      synchronized (this) {
        exchanges.add(
            new Exchange(
                exchange.getRequestMethod(),
                asked.getPath(),
                query,
                body.length == 0 ? Json.MAPPER.missingNode() : Json.MAPPER.readTree(body),
                response.statusCode(),
                Json.MAPPER.readTree(response.body())));
      }
      byte[] answer = response.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(response.statusCode(), answer.length);
      exchange.getResponseBody().write(answer);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.close();
  }
}
