package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that sends requests elsewhere, and the one that it sends them to. */
class RedirectsTest {

  private final ConcurrentLinkedQueue<String> arrivals = new ConcurrentLinkedQueue<>();
  private HttpServer elsewhere;
  private HttpServer apiServer;
  private KubeHttp http;
  private volatile int code = 307;

  @BeforeEach
  void start() throws IOException {
    elsewhere = listen();
    elsewhere.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          arrivals.add(exchange.getRequestMethod() + exchange.getRequestHeaders() + body);
          exchange.sendResponseHeaders(200, -1);
        });
    apiServer = listen();
    apiServer.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Location", address(elsewhere) + "/steal");
          byte[] page =
              "{\"kind\":\"Status\",\"message\":\"overheard\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    http =
        KubeHttp.connect(
            new ConfigBuilder(Config.empty())
                .withMasterUrl(address(apiServer))
                .withOauthToken("hush-hush")
                .withRequestRetryBackoffLimit(0)
                .withHttp2Disable(true)
                .build(),
            RequestListener.NONE);
  }

  private static HttpServer listen() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(address, 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return server;
  }

  private static String address(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    http.close();
    apiServer.stop(0);
    elsewhere.stop(0);
  }

  private KubeClient client() {
    return new KubeClient(http, BuiltInKinds.LOOKUP, _ -> {});
  }

  private static ObjectNode secret() {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret
        .withObject("/metadata")
        .put("namespace", "default")
        .put("name", "s")
        .put("uid", "u")
        .put("resourceVersion", "1");
    secret.withObject("/stringData").put("password", "hush-hush");
    return secret;
  }

  private KubeException refused(Runnable request) {
    return catchThrowableOfType(KubeException.class, request::run);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void noRequestNoBodyAndNoTokenReachesWhereAnAnswerPoints(int redirect) {
    code = redirect;
    KubeClient client = client();
    var stored = new ApiObject(secret());

    List<KubeException> failures =
        List.of(
            refused(() -> client.get(BuiltInKinds.NODE, new ObjectKey("", "n"))),
            refused(() -> client.create(secret())),
            refused(() -> client.apply(secret())),
            refused(
                () -> client.edit(stored, tree -> tree.withObject("/stringData").put("more", "x"))),
            refused(() -> client.delete(stored, PropagationPolicy.BACKGROUND)),
            refused(
                () ->
                    http.openStream(
                        new RequestInfo("watch", BuiltInKinds.NODE, new ObjectKey("", "")),
                        "/api/v1/nodes?watch=true",
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1))));

    assertThat(arrivals).isEmpty();
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(KubeException.Unavailable.class)
                    .hasMessageContaining("HTTP " + redirect)
                    .hasMessageContaining("redirect")
                    .hasMessageContaining("127.0.0.1")
                    .hasMessageNotContaining("overheard")
                    .hasMessageNotContaining("steal"));
  }

  @Test
  void whatARedirectNamesIsNoLineOfALog() {
    code = 302;
    var requestInfo = new RequestInfo("get", BuiltInKinds.NODE, new ObjectKey("", "n"));

    KubeException failure =
        KubeExceptionFactory.redirect(requestInfo, 302, "https://a\nERROR all is lost/" + "x");

    assertThat(failure).hasMessageNotContaining("\n").hasMessageNotContaining("ERROR");
  }
}
