package io.weir.clouds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.LoopbackServer.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopbackServerTest {
  private final LoopbackServer server =
      LoopbackServer.start(
          "test",
          0,
          Map.of(
              "/",
              (request, body) ->
                  Optional.of(
                      new Response(
                          418,
                          "text/plain",
                          Map.of("x-method", request.getRequestMethod()),
                          "é" + new String(body, StandardCharsets.UTF_8))),
              "/silent/",
              (_, _) -> Optional.empty()));
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    http.close();
    server.close();
  }

  @Test
  void anAnswerArrivesWhole() throws Exception {
    HttpResponse<String> response = post("/anything", "ü");

    assertThat(response.statusCode()).isEqualTo(418);
    assertThat(response.body()).isEqualTo("éü");
    assertThat(response.headers().firstValue("x-method")).hasValue("POST");
    assertThat(response.headers().firstValue("content-type")).hasValue("text/plain");
  }

  @Test
  void noAnswerClosesTheConnection() {
    assertThatThrownBy(() -> post("/silent/", "")).isInstanceOf(IOException.class);
  }

  @Test
  void onlyThisMachineCanReachIt() {
    assertThat(server.address().getHost())
        .isEqualTo(InetAddress.getLoopbackAddress().getHostAddress());
  }

  @Test
  void aTakenPortIsRefused() {
    int taken = server.address().getPort();

    assertThatThrownBy(() -> LoopbackServer.start("other", taken, Map.of()))
        .isInstanceOf(UncheckedIOException.class);
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return http.send(
        HttpRequest.newBuilder(server.address().resolve(path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
