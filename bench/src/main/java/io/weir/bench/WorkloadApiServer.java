package io.weir.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.weir.controlplane.ControlPlane;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * An API server of one workload cluster among many, at an address of its own. It asks the one real
 * API server and shows of its Nodes only those that have this cluster's label; all else is the same
 * in all of them. While that server does not answer, this one hangs up.
 */
final class WorkloadApiServer implements AutoCloseable {

  /** Says of a Node which cluster it is in. */
  static final String NODE_LABEL = "bench.weir.io/cluster";

  private static final String NODES = "/api/v1/nodes";
  private static final List<String> FORWARDED =
      List.of("Accept", "Accept-Encoding", "Content-Type", "User-Agent");
  private static final int BACKLOG = 256;

  private final String cluster;
  private final URI realServer;
  private final HttpClient client;
  private final HttpsServer server;
  private final ExecutorService threads;

  private WorkloadApiServer(
      String cluster,
      URI realServer,
      HttpClient client,
      HttpsServer server,
      ExecutorService threads) {
    this.cluster = cluster;
    this.realServer = realServer;
    this.client = client;
    this.server = server;
    this.threads = threads;
  }

  /** Opens one on a free port of the loopback address. */
  static WorkloadApiServer start(String cluster, ControlPlane controlPlane) throws IOException {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.setHttpsConfigurator(new KnownClientsOnly(controlPlane.serverTls()));
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(cluster + "-", 0).factory());
    server.setExecutor(threads);
    HttpClient client =
        HttpClient.newBuilder()
            .sslContext(controlPlane.clientTls(ApiUsers.WORKLOAD))
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .executor(threads)
            .build();
    var started = new WorkloadApiServer(cluster, controlPlane.server(), client, server, threads);
    server.createContext("/", started::handle);
    server.start();
    return started;
  }

  /** Where clients find it. */
  URI address() {
    return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    // Closed before anything was answered, it hangs up.
    try (exchange) {
      HttpResponse<InputStream> answer =
          client.send(request(exchange), BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        pass(answer, body, exchange);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                realServer.resolve(
                    target(exchange.getRequestMethod(), exchange.getRequestURI(), cluster)))
            .method(
                exchange.getRequestMethod(),
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    for (String name : FORWARDED) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    return request.build();
  }

  /** What the real API server is asked: for Nodes of the cluster alone. */
  static String target(String method, URI asked, String cluster) {
    if (!method.equals("GET") || !asked.getPath().equals(NODES)) {
      return asked.toString();
    }
    String selector =
        "labelSelector=" + URLEncoder.encode(NODE_LABEL + "=" + cluster, StandardCharsets.UTF_8);
    return asked + (asked.getRawQuery() == null ? "?" : "&") + selector;
  }

  private static void pass(
      HttpResponse<InputStream> answer, InputStream body, HttpExchange exchange)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!isOfConnection(name)) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    boolean empty = answer.statusCode() == 204 || answer.statusCode() == 304;
    exchange.sendResponseHeaders(
        answer.statusCode(),
        empty ? -1 : answer.headers().firstValueAsLong("Content-Length").orElse(0));
    if (!empty) {
      copy(body, exchange.getResponseBody());
    }
  }

  private static boolean isOfConnection(String header) {
    return header.equalsIgnoreCase("Content-Length")
        || header.equalsIgnoreCase("Transfer-Encoding")
        || header.equalsIgnoreCase("Connection");
  }

  /** Each part as it comes: a watch goes on for long. */
  private static void copy(InputStream from, OutputStream to) throws IOException {
    to.flush(); // that a watch has begun must not wait for its first event
    byte[] part = new byte[16 * 1024];
    for (int length = from.read(part); length >= 0; length = from.read(part)) {
      to.write(part, 0, length);
      to.flush();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
    threads.shutdownNow();
  }

  private static final class KnownClientsOnly extends HttpsConfigurator {
    KnownClientsOnly(SSLContext context) {
      super(context);
    }

    @Override
    public void configure(HttpsParameters connection) {
      SSLParameters parameters = getSSLContext().getDefaultSSLParameters();
      parameters.setNeedClientAuth(true);
      connection.setSSLParameters(parameters);
    }
  }
}
