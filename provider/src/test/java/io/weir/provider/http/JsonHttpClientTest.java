package io.weir.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonHttpClientTest {

  private final ConcurrentLinkedQueue<String> arrivals = new ConcurrentLinkedQueue<>();
  private final JsonHttpClient http = new JsonHttpClient(new OpenGate());
  private HttpServer cloud;

  private static final class OpenGate implements CallGate {
    @Override
    public void beforeCall(CloudRequest request) {}

    @Override
    public void afterCall(CloudRequest request, CallOutcome outcome) {}
  }

  @BeforeEach
  void start() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    cloud = HttpServer.create(address, 0);
    cloud.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    cloud.start();
  }

  @AfterEach
  void stop() {
    cloud.stop(0);
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + cloud.getAddress().getPort() + path);
  }

  @Test
  void aKeyThatCannotBeSentIsRefusedAndNotQuoted() {
    assertThatExceptionOfType(ProviderException.Denied.class)
        .isThrownBy(() -> send("GET", "/here", "hush\nhush"))
        .withMessageContainingAll("DoIt", "X-Auth-Token", "in one line")
        .withMessageNotContaining("hush");
  }

  @Test
  void aKeyThatAnErrorRepeatsIsMasked() throws Exception {
    byte[] answer = "{\"message\": \"hush-hush is wrong\"}".getBytes(StandardCharsets.UTF_8);
    cloud.createContext(
        "/here",
        exchange -> {
          exchange.sendResponseHeaders(401, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });

    assertThat(send("GET", "/here").body().path("message").asText()).isEqualTo("**** is wrong");
  }

  private JsonHttpClient.JsonResponse send(String method, String path) throws ProviderException {
    return send(method, path, "hush-hush");
  }

  private JsonHttpClient.JsonResponse send(String method, String path, String key)
      throws ProviderException {
    var body = Json.MAPPER.createObjectNode().put("password", "hush-hush");
    return http.send(
        new CloudScope("test", new CloudIdentity.Ambient(), "region"),
        new JsonRequest("DoIt", method, uri(path), method.equals("GET") ? null : body),
        Map.of("X-Auth-Token", key));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void noRequestReachesWhereAnAnswerPoints(int code) {
    cloud.createContext(
        "/here",
        exchange -> {
          exchange.getResponseHeaders().set("Location", uri("/elsewhere").toString());
          exchange.sendResponseHeaders(code, -1);
        });
    cloud.createContext("/elsewhere", exchange -> arrivals.add(exchange.getRequestMethod()));

    var read = catchThrowableOfType(ProviderException.class, () -> send("GET", "/here"));
    var write = catchThrowableOfType(ProviderException.class, () -> send("POST", "/here"));

    assertThat(arrivals).isEmpty();
    assertThat(read)
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessageContaining("DoIt: HTTP " + code)
        .hasMessageContaining("redirect to 127.0.0.1");
    assertThat(write).isInstanceOf(ProviderException.Ambiguous.class);
  }

  @Test
  void anAnswerWithoutEndIsNoAnswer() {
    cloud.createContext("/here", JsonHttpClientTest::flood);

    assertThatExceptionOfType(ProviderException.Transient.class)
        .isThrownBy(() -> send("GET", "/here"))
        .withMessageContaining("DoIt: no response");
  }

  @Test
  void aSmallAnswerOfVeryManyValuesIsNoAnswer() {
    byte[] body = ("[" + "[],".repeat(300_000) + "0]").getBytes(StandardCharsets.UTF_8);
    cloud.createContext(
        "/here",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });

    assertThatExceptionOfType(ProviderException.Transient.class)
        .isThrownBy(() -> send("GET", "/here"))
        .withMessageContaining("DoIt: no response");
  }

  private static void flood(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] chunk = "[".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
    try (OutputStream body = exchange.getResponseBody()) {
      while (true) {
        body.write(chunk);
      }
    }
  }
}
