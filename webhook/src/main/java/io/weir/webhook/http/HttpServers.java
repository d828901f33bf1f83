package io.weir.webhook.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.weir.kernel.kube.CipherSuites;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** What the servers of this process have in common. */
final class HttpServers {

  /** The JDK reads these once, when it makes its first server. Times are in seconds. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          // Header and body are two writes, which would wait for each other.
          "sun.net.httpserver.nodelay", "true",
          // API servers drop an unused connection after 90 s. If we did so first, a review could
          // be under way, and it would be lost.
          "sun.net.httpserver.idleInterval", "120",
          "sun.net.httpserver.maxIdleConnections", "1000",
          "jdk.httpserver.maxConnections", "1000",
          // Counts from the handshake, so it holds for connections that are not used yet, too.
          "sun.net.httpserver.maxReqTime", "120");

  static {
    SETTINGS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }

  private HttpServers() {}

  /** A server that is not started. */
  static HttpServer http(InetSocketAddress at) throws IOException {
    return HttpServer.create(at, 0);
  }

  /** A server that is not started. */
  static HttpsServer https(InetSocketAddress at, SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(at, 0);
    SSLParameters parameters = CipherSuites.order(tls.getDefaultSSLParameters());
    parameters.setUseCipherSuitesOrder(true);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters connection) {
            connection.setSSLParameters(parameters);
          }
        });
    return server;
  }

  /** A thread for each request; whoever closes the server closes them after it. */
  static ExecutorService threads(HttpServer server, String name) {
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 1).factory());
    server.setExecutor(threads);
    return threads;
  }
}
