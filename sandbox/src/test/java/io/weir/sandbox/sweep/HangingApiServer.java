package io.weir.sandbox.sweep;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.weir.api.Json;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.Credential;
import io.weir.controlplane.pki.Kubeconfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * An API server that has the Nodes of some instances and nothing else, answers reads, and lets
 * every write wait: as with an admission webhook there that does not answer.
 */
final class HangingApiServer implements AutoCloseable {
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final Supplier<Set<String>> instances;
  private final AtomicLong versions = new AtomicLong();
  private final CertificateAuthority authority = CertificateAuthority.create("hanging");
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger writes = new AtomicInteger();
  private final HttpsServer server;

  /**
   * Starts one.
   *
   * @param instances the provider IDs of its Nodes, by and by
   */
  HangingApiServer(Supplier<Set<String>> instances) throws IOException, GeneralSecurityException {
    this.instances = instances;
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls(authority.issueServer("hanging"))));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  private static SSLContext tls(Credential credential)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    store.setKeyEntry(
        "server", credential.key(), new char[0], new Certificate[] {credential.certificate()});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** The way to it. */
  String kubeconfig() {
    return new Kubeconfig(
            "hanging",
            URI.create("https://127.0.0.1:" + server.getAddress().getPort()),
            authority.ownCredential().certificatePem(),
            "manager",
            authority.issueClient("manager"))
        .yaml();
  }

  /** How many writes it was asked for. */
  int writes() {
    return writes.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String query = String.valueOf(exchange.getRequestURI().getQuery());
      boolean ofNodes = exchange.getRequestURI().getPath().endsWith("/nodes");
      if (!exchange.getRequestMethod().equals("GET")) {
        writes.incrementAndGet();
        closed.await();
      } else if (query.contains("watch=")) {
        watch(exchange, ofNodes ? instances : Set::of);
      } else {
        send(exchange, ofNodes);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells of each instance once, of some for the second time after a list. */
  private void watch(HttpExchange exchange, Supplier<Set<String>> all)
      throws IOException, InterruptedException {
    exchange.sendResponseHeaders(200, 0);
    var told = new HashSet<String>();
    do {
      for (String id : all.get()) {
        if (told.add(id)) {
          ObjectNode event = Json.MAPPER.createObjectNode().put("type", "ADDED");
          event.set("object", node(id));
          exchange.getResponseBody().write(Json.MAPPER.writeValueAsBytes(event));
          exchange.getResponseBody().write('\n');
        }
      }
      exchange.getResponseBody().flush();
    } while (!closed.await(MOMENT.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void send(HttpExchange exchange, boolean ofNodes) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean list = ofNodes || path.endsWith("/secrets");
    boolean known = list || path.equals("/version");
    ObjectNode body = Json.MAPPER.createObjectNode().put("apiVersion", "v1");
    if (path.equals("/version")) {
      body.put("gitVersion", Binaries.kubernetesVersion());
    } else if (list) {
      ArrayNode items = body.put("kind", ofNodes ? "NodeList" : "SecretList").putArray("items");
      body.withObject("/metadata").put("resourceVersion", version());
      if (ofNodes) {
        instances.get().forEach(id -> items.add(node(id)));
      }
    } else {
      body.put("kind", "Status").put("status", "Failure").put("reason", "NotFound");
      body.put("code", 404).put("message", path + " not found");
    }
    byte[] json = Json.MAPPER.writeValueAsBytes(body);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(known ? 200 : 404, json.length);
    exchange.getResponseBody().write(json);
  }

  private ObjectNode node(String providerId) {
    String name = providerId.substring(providerId.lastIndexOf('/') + 1);
    ObjectNode node = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
    node.putObject("metadata").put("name", name).put("uid", name).put("resourceVersion", version());
    node.putObject("spec").put("providerID", providerId);
    node.putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", "True");
    return node;
  }

  private String version() {
    return Long.toString(versions.incrementAndGet());
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
