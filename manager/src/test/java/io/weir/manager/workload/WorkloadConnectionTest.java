package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.ObjectKey;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.kernel.cache.CacheBudget;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.TestManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One connection to a server of the test's own, which answers as it likes. */
class WorkloadConnectionTest {

  private static final ObjectKey CLUSTER = new ObjectKey("default", "demo");
  private static final String NODES =
      "{\"kind\":\"NodeList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[";

  private final AdjustableClock clock = new AdjustableClock();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
  private volatile String list = NODES + "]}";
  private volatile boolean listEnds = true;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/version", exchange -> say(exchange, "{\"gitVersion\":\"v1\"}", true));
    server.createContext(
        "/api/v1/nodes",
        exchange -> {
          boolean watch = exchange.getRequestURI().toString().contains("watch=true");
          say(exchange, watch ? "" : list, !watch && listEnds);
        });
    server.start();
  }

  @AfterEach
  void stop() {
    closed.countDown();
    server.stop(0);
  }

  private void say(HttpExchange exchange, String body, boolean ends) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    try {
      if (!ends) {
        closed.await();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private WorkloadConnection connection(WorkloadClusterListener listener) {
    URI at = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    String kubeconfig =
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: a, cluster: {server: "%s"}}]
        users: [{name: a, user: {token: abc}}]
        contexts: [{name: a, context: {cluster: a, user: a}}]
        current-context: a
        """
            .formatted(at);
    var connection =
        new WorkloadConnection(
            new WorkloadConnection.Identity(
                CLUSTER, "uid", new VettedKubeconfig(at, "", kubeconfig)),
            WorkloadNodes.NONE,
            wake -> CacheBudget.unlimited().open(CLUSTER, wake),
            WorkloadClusterSettings.DEFAULT
                .watching(new WorkloadWatches(true, false))
                .at(TestManager.LOOPBACK)
                .paced(
                    new ConnectionPacing(
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(50),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(90))),
            RequestListener.NONE,
            listener,
            clock);
    connection.start();
    return connection;
  }

  private WorkloadClusterListener recording() {
    return new WorkloadClusterListener() {
      @Override
      public void reachabilityChanged(ObjectKey cluster) {
        events.add("changed");
      }
    };
  }

  @Test
  void aServerWhoseListsDoNotEndIsToldOfAfterAMinuteAndIsWaitedForAllTheSame() throws Exception {
    clock.freeze();
    list = NODES;
    listEnds = false;
    try (var connection = connection(recording())) {
      assertThat(connection.state())
          .isInstanceOfSatisfying(
              WorkloadClusterState.Unreachable.class,
              early -> assertThat(early.cause()).isEqualTo(ConnectionFailureCause.CONNECTING));

      clock.advance(WorkloadClusterAccess.CONNECTS_WITHIN);

      assertThat(events.poll(1, TimeUnit.MINUTES)).isEqualTo("changed");
      assertThat(connection.state())
          .isInstanceOfSatisfying(
              WorkloadClusterState.Unreachable.class,
              down -> {
                assertThat(down.cause()).isEqualTo(ConnectionFailureCause.SILENT);
                assertThat(down.message()).contains("its lists have not ended within 60 s");
              });
    }
  }

  @Test
  void anErrorThatNobodyThoughtOfEndsNoConnection() throws Exception {
    var broken = new AtomicBoolean(true);
    WorkloadClusterListener faulty =
        new WorkloadClusterListener() {
          @Override
          public void reachabilityChanged(ObjectKey cluster) {
            events.add("changed");
            if (broken.getAndSet(false)) {
              throw new StackOverflowError();
            }
          }
        };
    try (var connection = connection(faulty)) {
      assertThat(events.poll(1, TimeUnit.MINUTES)).isEqualTo("changed");
      assertThat(events.poll(1, TimeUnit.MINUTES)).isEqualTo("changed");

      assertThat(events.poll(1, TimeUnit.MINUTES)).isEqualTo("changed");
      assertThat(connection.state()).isInstanceOf(WorkloadClusterState.Connected.class);
    }
  }
}
