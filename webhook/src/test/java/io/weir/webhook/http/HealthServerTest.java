package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthServerTest {

  private static String ask(HealthServer server, String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI page = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(20)).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body().strip();
    }
  }

  @Test
  void aPartThatStandsStillMakesTheProcessUnhealthyAndNotUnready() throws Exception {
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HealthServer server = HealthServer.start(at, () -> Readiness.READY)) {
      assertThat(ask(server, "/healthz")).isEqualTo("200 ok");

      server.watchOver(() -> List.of("controller machinepool has not moved for more than 120 s"));

      assertThat(ask(server, "/healthz"))
          .isEqualTo("503 controller machinepool has not moved for more than 120 s");
      assertThat(ask(server, "/readyz")).isEqualTo("200 ok");
    }
  }

  @Test
  void aKubeletIsAnsweredWhileOthersHoldMoreThanAThousandConnections() throws Exception {
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var hostile = new ArrayList<Socket>();
    try (HealthServer server = HealthServer.start(at, () -> Readiness.READY)) {
      for (int i = 0; i < 1_500; i++) {
        var socket = new Socket(server.address().getAddress(), server.address().getPort());
        hostile.add(socket);
        send(socket, MANNERS.get(i % MANNERS.size()));
        if (i % 100 == 0) {
          assertThat(ask(server, "/healthz")).isEqualTo("200 ok");
        }
      }

      assertThat(ask(server, "/healthz")).isEqualTo("200 ok");
      assertThat(ask(server, "/readyz")).isEqualTo("200 ok");
      assertThat(ask(server, "/elsewhere")).isEqualTo("404 not found");
      for (Socket socket : hostile) {
        awaitEnd(socket);
      }
    } finally {
      for (Socket socket : hostile) {
        socket.close();
      }
    }
  }

  /** Silence, a head that stops, one without end, and no HTTP. */
  private static final List<String> MANNERS =
      List.of(
          "",
          "GET /healthz HTTP/1.1\r\nHost:",
          "GET /healthz HTTP/1.1\r\nX: " + "x".repeat(50_000),
          "\r\n\r\n");

  private static void send(Socket socket, String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException closed) {
      assertThat(closed).isInstanceOf(SocketException.class);
    }
  }

  /** Whatever it sent, and however slowly it would go on: its connection does not last. */
  private static void awaitEnd(Socket socket) throws IOException {
    socket.setSoTimeout(60_000);
    try {
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }
}
