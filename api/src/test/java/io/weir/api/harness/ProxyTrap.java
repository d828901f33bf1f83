package io.weir.api.harness;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A server, and a proxy that the settings of the process name until this is closed. Both answer the
 * same, and keep the name of whom each request reached. For tests that run isolated.
 */
public final class ProxyTrap implements AutoCloseable {

  private static final String PROXY = "proxy";

  private final byte[] answer;
  private final ConcurrentLinkedQueue<String> arrivals = new ConcurrentLinkedQueue<>();
  private final List<String> properties = new ArrayList<>();
  private final ProxySelector before = ProxySelector.getDefault();
  private final HttpServer server;
  private final HttpServer proxy;

  /**
   * Begins to listen.
   *
   * @param name of the server
   * @param answer of both, to all requests
   */
  public ProxyTrap(String name, String answer) throws IOException {
    this.answer = answer.getBytes(StandardCharsets.UTF_8);
    server = listen(name);
    proxy = listen(PROXY);
    ProxySelector.setDefault(ProxySelector.of(proxy.getAddress()));
  }

  private HttpServer listen(String name) throws IOException {
    HttpServer listening =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    listening.createContext(
        "/",
        exchange -> {
          arrivals.add(name);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    listening.start();
    return listening;
  }

  /** Sets a system property until this is closed. */
  public void set(String property, String value) {
    properties.add(property);
    System.setProperty(property, value);
  }

  /** Where the server is, without a slash at the end. */
  public String server() {
    return url(server);
  }

  /** Where the proxy is, likewise. */
  public String proxy() {
    return url(proxy);
  }

  /** The port of the proxy, on 127.0.0.1. */
  public int proxyPort() {
    return proxy.getAddress().getPort();
  }

  private static String url(HttpServer listening) {
    return "http://127.0.0.1:" + listening.getAddress().getPort();
  }

  /** Whom requests have reached: the server's name or {@code proxy}, in their order. */
  public List<String> arrivals() {
    return List.copyOf(arrivals);
  }

  @Override
  public void close() {
    properties.forEach(System::clearProperty);
    ProxySelector.setDefault(before);
    server.stop(0);
    proxy.stop(0);
  }
}
