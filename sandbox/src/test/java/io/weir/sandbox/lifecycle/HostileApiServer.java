package io.weir.sandbox.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.weir.api.Json;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.Credential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** What a tenant may name in a kubeconfig instead of an API server. */
final class HostileApiServer implements AutoCloseable {

  /** How it answers. */
  enum Manner {
    /** By sending requests to itself, at a path that nobody has reason to ask for. */
    REDIRECTS,
    /** Not at all. */
    SILENT,
    /** With more and more Nodes. */
    INVENTS,
    /** With one Node of which there is always more. */
    ENDLESS,
    /** As one that has no Nodes, and to no write. */
    STALLS_WRITES
  }

  private static final String ELSEWHERE = "/elsewhere";

  private final CertificateAuthority authority = CertificateAuthority.create("hostile");
  private final AtomicInteger followed = new AtomicInteger();
  private final Set<String> callers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicLong longest = new AtomicLong();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Manner manner;
  private final HttpsServer server;

  HostileApiServer(Manner manner) throws IOException, GeneralSecurityException {
    this.manner = manner;
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls(authority.issueServer("hostile"))));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.createContext(ELSEWHERE, _ -> followed.incrementAndGet());
    server.start();
  }

  /** How it is reached. */
  String kubeconfig() {
    return kubeconfig(address());
  }

  /** How another address is reached. */
  String kubeconfig(URI address) {
    ObjectNode config = Json.MAPPER.createObjectNode();
    config.put("apiVersion", "v1").put("kind", "Config").put("current-context", "it");
    byte[] pem = authority.ownCredential().certificatePem().getBytes(StandardCharsets.US_ASCII);
    config
        .putArray("clusters")
        .addObject()
        .put("name", "it")
        .putObject("cluster")
        .put("server", address.toString())
        .put("certificate-authority-data", Base64.getEncoder().encodeToString(pem));
    config.putArray("users").addObject().put("name", "it").putObject("user").put("token", "t");
    config
        .putArray("contexts")
        .addObject()
        .put("name", "it")
        .putObject("context")
        .put("cluster", "it")
        .put("user", "it");
    return config.toString();
  }

  /** How many requests came by its redirects. */
  int followed() {
    return followed.get();
  }

  /** How many bytes one answer without end had before its reader went. */
  long longest() {
    return longest.get();
  }

  /** The user agents of those who asked. */
  Set<String> callers() {
    return Set.copyOf(callers);
  }

  /** Where it listens. */
  URI address() {
    return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean _ = callers.add(exchange.getRequestHeaders().getFirst("User-Agent"));
    try (exchange) {
      switch (manner) {
        case REDIRECTS -> {
          exchange.getResponseHeaders().set("Location", address() + ELSEWHERE);
          exchange.sendResponseHeaders(307, -1);
        }
        case SILENT -> closed.await();
        case INVENTS -> invent(exchange);
        case ENDLESS -> sendWithoutEnd(exchange);
        case STALLS_WRITES -> readOnly(exchange);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void invent(HttpExchange exchange) throws IOException, InterruptedException {
    String asked = exchange.getRequestURI().toString();
    exchange.sendResponseHeaders(200, 0);
    if (asked.contains("/version")) {
      write(exchange, "{\"gitVersion\": \"v1.35.4\"}");
    } else if (asked.contains("watch=true")) {
      closed.await();
    } else {
      write(
          exchange,
          """
          {"kind": "List", "metadata": {"resourceVersion": "1", "continue": "%s"}, "items": [{}]}
          """
              .formatted(asked.contains("/nodes") ? "p" + numbers.incrementAndGet() : "")
              .replace("{}", asked.contains("/nodes") ? nodes() : ""));
    }
    exchange.getResponseBody().close();
  }

  private void sendWithoutEnd(HttpExchange exchange) throws IOException, InterruptedException {
    String asked = exchange.getRequestURI().toString();
    if (!asked.contains("/nodes") || asked.contains("watch=true")) {
      readOnly(exchange);
      return;
    }
    exchange.sendResponseHeaders(200, 0);
    String begun =
        "{\"kind\": \"List\", \"items\": [{\"metadata\": {\"name\": \"n\", \"annotations\": {\"a\":"
            + " \"";
    write(exchange, begun);
    String more = "x".repeat(64 << 10);
    long sent = 0;
    while (closed.getCount() > 0) {
      write(exchange, more);
      sent += more.length();
      longest.accumulateAndGet(sent, Math::max);
    }
  }

  private void readOnly(HttpExchange exchange) throws IOException, InterruptedException {
    String asked = exchange.getRequestURI().toString();
    if (!exchange.getRequestMethod().equals("GET")) {
      closed.await();
    } else if (asked.contains("watch=")) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      closed.await();
    } else if (asked.contains("/version")) {
      exchange.sendResponseHeaders(200, 0);
      write(exchange, "{\"gitVersion\": \"v1.35.4\"}");
      exchange.getResponseBody().close();
    } else {
      boolean list = asked.contains("/nodes") || asked.matches(".*/secrets(\\?.*)?");
      exchange.sendResponseHeaders(list ? 200 : 404, 0);
      write(
          exchange,
          list
              ? "{\"kind\": \"List\", \"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}"
              : "{\"kind\": \"Status\", \"status\": \"Failure\", \"reason\": \"NotFound\","
                  + " \"code\": 404}");
      exchange.getResponseBody().close();
    }
  }

  private String nodes() {
    var nodes = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      nodes.append(i == 0 ? "" : ",");
      nodes.append(
          """
          {"metadata": {"name": "n-%d", "resourceVersion": "1", "annotations": {"a": "%s"}}}
          """
              .formatted(numbers.incrementAndGet(), "x".repeat(10_000)));
    }
    return nodes.toString();
  }

  private static void write(HttpExchange exchange, String text) throws IOException {
    exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static SSLContext tls(Credential server) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("JKS");
    store.load(null, null);
    var chain = new Certificate[] {server.certificate()};
    store.setKeyEntry("server", server.key(), new char[0], chain);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
