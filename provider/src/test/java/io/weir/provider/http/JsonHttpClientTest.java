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
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonHttpClientTest {

  private static final CloudScope SCOPE =
      new CloudScope("test", new CloudIdentity.Ambient(), "region");

  private final ConcurrentLinkedQueue<String> arrivals = new ConcurrentLinkedQueue<>();
  private final JsonHttpClient http = new JsonHttpClient(new OpenGate());
  private HttpServer cloud;

  private static class OpenGate implements CallGate {
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
  void aCallThatTheGateRefusesAtTheLastMomentIsNotSent() {
    cloud.createContext("/here", exchange -> arrivals.add(exchange.getRequestMethod()));
    var late =
        new JsonHttpClient(
            new OpenGate() {
              @Override
              public void beforeTransmission(CloudRequest request, boolean write)
                  throws ProviderException.Throttled {
                if (write) {
                  throw new ProviderException.Throttled("the lease is over", Duration.ZERO, null);
                }
              }
            });
    var write = new JsonRequest("DoIt", "POST", uri("/here"), null);

    assertThatExceptionOfType(ProviderException.Throttled.class)
        .isThrownBy(() -> late.send(SCOPE, write, Map.of()))
        .withMessage("the lease is over");

    assertThat(arrivals).isEmpty();
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

  @Test
  void aTokenThatAnErrorRepeatsWithoutItsSchemeIsMasked() throws Exception {
    answer("/here", 401, "{\"message\": \"hush-hush is wrong\"}");

    assertThat(send("GET", "/here", "Bearer hush-hush").body().path("message").asText())
        .isEqualTo("**** is wrong");
  }

  @Test
  void aDocumentInYamlIsText() throws Exception {
    byte[] answer = "kind: Config".getBytes(StandardCharsets.UTF_8);
    cloud.createContext(
        "/here",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/x-yaml");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });

    assertThat(send("GET", "/here").body().asText()).isEqualTo("kind: Config");
  }

  @Test
  void aCallCarriesHeadersOfItsOwnAndItsAnswerThoseOfTheCloud() throws Exception {
    cloud.createContext(
        "/here",
        exchange -> {
          arrivals.add(exchange.getRequestHeaders().getFirst("If-Match"));
          exchange.getResponseHeaders().set("Retry-After", "17");
          exchange.getResponseHeaders().set("ETag", "\"2\"");
          exchange.sendResponseHeaders(202, -1);
        });
    var request =
        new JsonRequest("DoIt", "PUT", uri("/here"), Map.of("If-Match", "\"1\""), null, "it");

    var answer = http.send(SCOPE, request, Map.of());

    assertThat(arrivals).containsExactly("\"1\"");
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.header("etag")).hasValue("\"2\"");
    assertThat(answer.retryAfter("Retry-After")).hasValue(Duration.ofSeconds(17));
  }

  @Test
  void headersOfACallThatAnErrorRepeatsAreNotTakenForSecrets() throws Exception {
    answer("/here", 412, "{\"message\": \"2 * 3\"}");
    var request =
        new JsonRequest("DoIt", "PUT", uri("/here"), Map.of("If-None-Match", "*"), null, "");

    assertThat(http.send(SCOPE, request, Map.of()).body().path("message").asText())
        .isEqualTo("2 * 3");
  }

  @Test
  void theGateIsToldWhatAnAnswerSaysOfTheCloudsLimits() throws Exception {
    var outcomes = new ConcurrentLinkedQueue<CallGate.CallOutcome>();
    var told =
        new JsonHttpClient(
            new OpenGate() {
              @Override
              public void afterCall(CloudRequest request, CallOutcome outcome) {
                outcomes.add(outcome);
              }
            });
    answer("/here", 200, "{}");
    var left = new CallGate.CallOutcome.Ok(Map.of("Reads", 7));

    var _ =
        told.send(SCOPE, new JsonRequest("Look", "GET", uri("/here"), null), Map.of(), _ -> left);

    assertThat(outcomes).containsExactly(left);
  }

  private void answer(String path, int status, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    cloud.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private JsonHttpClient.JsonResponse send(String method, String path) throws ProviderException {
    return send(method, path, "hush-hush");
  }

  private JsonHttpClient.JsonResponse send(String method, String path, String key)
      throws ProviderException {
    var body = Json.MAPPER.createObjectNode().put("password", "hush-hush");
    return http.send(
        SCOPE,
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
