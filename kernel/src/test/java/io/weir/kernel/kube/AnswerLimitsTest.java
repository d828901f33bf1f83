package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that answer without measure. */
class AnswerLimitsTest {

  private static final RequestInfo GET =
      new RequestInfo("get", BuiltInKinds.NODE, new ObjectKey("", "n"));

  private final CountDownLatch brokenOff = new CountDownLatch(1);

  /** For the head of an answer to come, however busy the machine is. */
  private static final Duration ENOUGH_TO_BEGIN = Duration.ofSeconds(5);

  private HttpServer server;
  private KubeHttp http;

  @BeforeEach
  void start() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = HttpServer.create(address, 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    http = connect(server.getAddress().getPort());
  }

  private static KubeHttp connect(int port) {
    return KubeHttp.connect(
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + port)
            .withRequestRetryBackoffLimit(0)
            .withHttp2Disable(true)
            .build(),
        RequestListener.NONE);
  }

  @AfterEach
  void stop() {
    http.close();
    server.stop(0);
  }

  /** Answers with this chunk again and again until nobody takes it any more. */
  private void repeat(int code, String chunk, Duration pause) {
    server.createContext("/", exchange -> repeat(exchange, code, chunk, pause));
  }

  private void repeat(HttpExchange exchange, int code, String chunk, Duration pause)
      throws IOException {
    exchange.sendResponseHeaders(code, 0);
    byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
    try (OutputStream body = exchange.getResponseBody()) {
      while (true) {
        body.write(bytes);
        body.flush();
        Thread.sleep(pause);
      }
    } catch (IOException gone) {
      brokenOff.countDown();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void respond(int code, String text) {
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private byte[] get(Duration timeout) {
    return http.send(GET, "GET", "/api/v1/nodes/n", null, null, timeout);
  }

  private InputStream open(Duration longest) {
    return http.openStream(GET, "/api/v1/nodes", Duration.ofMinutes(1), longest);
  }

  @Test
  void anAnswerWithoutEndIsBrokenOffAndIsNone() throws Exception {
    repeat(200, "[".repeat(1 << 16), Duration.ZERO);

    assertThatExceptionOfType(KubeException.Unavailable.class)
        .isThrownBy(() -> get(Duration.ofMinutes(1)))
        .withMessageContaining("more than " + AnswerLimits.OBJECT_BYTES + " bytes");

    assertThat(brokenOff.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void whoIsGuardedAgainstHasLessToSay() throws Exception {
    repeat(200, "[".repeat(1 << 16), Duration.ZERO);
    var passes = new KubeClient(http, BuiltInKinds.LOOKUP, _ -> {}).guardedBy(RequestGuard.NONE);

    assertThatExceptionOfType(KubeException.Unavailable.class)
        .isThrownBy(() -> passes.get(BuiltInKinds.NODE, new ObjectKey("", "n")))
        .withMessageContaining("more than " + AnswerLimits.GUARDED_OBJECT_BYTES + " bytes");

    assertThat(brokenOff.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void anErrorWithoutEndIsBrokenOff() throws Exception {
    repeat(500, "x".repeat(1 << 16), Duration.ZERO);

    assertThatExceptionOfType(KubeException.Unavailable.class)
        .isThrownBy(() -> get(Duration.ofMinutes(1)));
    assertThatExceptionOfType(KubeException.Unavailable.class)
        .isThrownBy(() -> open(Duration.ofMinutes(1)));

    assertThat(brokenOff.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void anAnswerThatNobodyWaitsForAnyMoreIsBrokenOff() throws Exception {
    repeat(200, " ", Duration.ofMillis(20));

    assertThatExceptionOfType(KubeException.Unavailable.class)
        .isThrownBy(() -> get(ENOUGH_TO_BEGIN))
        .withMessageContaining("no whole response in time");

    assertThat(brokenOff.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void aRequestThatIsNeverAnsweredHoldsNoConnectionAfterwards() throws Exception {
    var address = InetAddress.getLoopbackAddress();
    try (var silent = new ServerSocket(0, 1, address);
        KubeHttp toSilent = connect(silent.getLocalPort())) {
      Thread _ = Thread.ofVirtual().start(() -> awaitEnd(silent));

      assertThatExceptionOfType(KubeException.Unavailable.class)
          .isThrownBy(
              () ->
                  toSilent.send(GET, "GET", "/api/v1/nodes/n", null, null, Duration.ofMillis(500)));

      assertThat(brokenOff.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Reads what the first connection brings until it is closed. */
  private void awaitEnd(ServerSocket silent) {
    try (Socket connection = silent.accept()) {
      byte[] _ = connection.getInputStream().readAllBytes();
    } catch (IOException reset) {
      // It is closed as well.
    }
    brokenOff.countDown();
  }

  @Test
  void aStreamThatTricklesEndsAllTheSame() throws Exception {
    repeat(200, " ", Duration.ofMillis(20));

    try (InputStream stream = open(ENOUGH_TO_BEGIN)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(stream::readAllBytes)
          .withMessageContaining("has not ended");
    }
  }

  @Test
  void onlyAStatusIsRepeatedAndNotWholeIfItIsLong() {
    respond(500, "{\"message\":\"overheard\",\"reason\":\"overheard\"}");
    KubeException page =
        catchThrowableOfType(KubeException.class, () -> get(Duration.ofMinutes(1)));
    server.removeContext("/");
    respond(
        422,
        "{\"kind\":\"Status\",\"message\":\"spec is wrong\\nERROR %s\"}"
            .formatted("x".repeat(100_000)));
    KubeException status =
        catchThrowableOfType(KubeException.class, () -> get(Duration.ofMinutes(1)));

    assertThat(page).hasMessage("cannot get Node n: HTTP 500");
    assertThat(status).hasMessageContaining("spec is wrong?ERROR xxx");
    assertThat(status.getMessage()).hasSizeLessThan(600);
  }

  @Test
  void noPauseThatAnAnswerAsksForIsLongerThanAnHour() {
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", "99999999999999999999");
          byte[] status =
              "{\"kind\":\"Status\",\"details\":{\"retryAfterSeconds\":99999999999}}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(429, status.length);
          exchange.getResponseBody().write(status);
          exchange.close();
        });

    var failure =
        catchThrowableOfType(KubeException.TooManyRequests.class, () -> get(Duration.ofMinutes(1)));

    assertThat(failure.retryAfter()).isEqualTo(Duration.ofHours(1));
  }
}
