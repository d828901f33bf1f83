package io.weir.kernel;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** An HTTP server that answers each request with the next of its answers, and remembers them. */
public final class ScriptedServer implements AutoCloseable {

  /**
   * An answer.
   *
   * @param ends whether the body ends; otherwise the server falls silent after it
   */
  private record Answer(int code, String body, boolean ends) {}

  private final HttpServer server;
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final KubeHttp http;

  /** A server of which the listener hears as of every other. */
  public ScriptedServer(RequestListener listener) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().toString());
          try {
            Answer answer = answers.take();
            answered();
            exchange.sendResponseHeaders(answer.code(), 0);
            try (OutputStream body = exchange.getResponseBody()) {
              body.write(answer.body().getBytes(StandardCharsets.UTF_8));
              body.flush();
              if (!answer.ends()) {
                closed.await();
              }
            }
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
    http =
        KubeHttp.connect(
            new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withRequestRetryBackoffLimit(0)
                .withHttp2Disable(true)
                .build(),
            listener);
  }

  /** The connection to it. */
  public KubeHttp http() {
    return http;
  }

  /** Answers so next; quotes may be single ones. */
  public void respond(int code, String body) {
    answers.add(new Answer(code, body.replace('\'', '"'), true));
  }

  /** Begins to answer so next, and does not end the answer. */
  public void respondThenHang(String body) {
    answers.add(new Answer(200, body.replace('\'', '"'), false));
  }

  private synchronized void answered() {
    notifyAll();
  }

  /** Waits until every answer so far is somebody's, so that the next one is for who asks next. */
  public synchronized void awaitResponsesTaken() throws InterruptedException {
    while (!answers.isEmpty()) {
      wait();
    }
  }

  /** Paths and queries asked for so far. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    closed.countDown();
    http.close();
    server.stop(0);
  }
}
