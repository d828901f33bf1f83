package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import io.weir.webhook.certificate.TestCertificates;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.ConversionReviewHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReviewServerIT {

  private final TestCertificates keys = new TestCertificates();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private ReviewServer server;
  private HttpClient client;

  /** Changes the version; a conversion to v3 waits until it may end. */
  private final class Patient implements Conversion {
    @Override
    public GroupKind kind() {
      return new GroupKind("test.weir.io", "Widget");
    }

    @Override
    public Set<String> versions() {
      return Set.of("v1", "v2", "v3");
    }

    @Override
    public ObjectNode convert(ObjectNode object, String version, ContractVersions contracts) {
      if (version.equals("v3")) {
        begun.countDown();
        try {
          mayEnd.await();
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
        }
      }
      return object.deepCopy().put("apiVersion", "test.weir.io/" + version);
    }
  }

  @BeforeEach
  void start() throws Exception {
    server =
        ReviewServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            keys.serverContext(),
            new AdmissionReviewHandler(
                List.of(), List.of(), _ -> Optional.empty(), (_, _, _, _) -> Optional.empty()),
            new ConversionReviewHandler(List.of(new Patient()), kind -> Optional.empty()));
    client = HttpClient.newBuilder().sslContext(keys.clientContext()).build();
  }

  @AfterEach
  void stop() {
    mayEnd.countDown();
    client.shutdownNow();
    server.close();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(
        URI.create("https://127.0.0.1:" + server.address().getPort() + path));
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        to(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private static String review(String version, int objects) {
    String all =
        IntStream.range(0, objects)
            .mapToObj(
                i ->
                    """
                    {"apiVersion": "test.weir.io/v1", "kind": "Widget", "metadata": {"name": "w%d"},
                     "spec": {"text": "%s"}}
                    """
                        .formatted(i, "x".repeat(1000)))
            .collect(Collectors.joining(","));
    return """
    {"kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
     "request": {"uid": "u", "desiredAPIVersion": "test.weir.io/%s", "objects": [%s]}}
    """
        .formatted(version, all);
  }

  @Test
  void whateverComesGetsAnAnswerThatTellsWhatIsWrong() throws Exception {
    assertThat(post("/elsewhere", "{}"))
        .returns(404, HttpResponse::statusCode)
        .returns("no review is served at /elsewhere", HttpResponse::body);
    assertThat(client.send(to("/convert").GET().build(), BodyHandlers.ofString()).statusCode())
        .isEqualTo(405);
    assertThat(post("/convert", "no JSON").body()).startsWith("the request is not JSON");
    assertThat(post("/convert", "").statusCode()).isEqualTo(400);
    assertThat(post("/validate-x", "\u0000\u0000\u0000\u0001{\u007fx}"))
        .returns(400, HttpResponse::statusCode)
        .returns("the request is not JSON in UTF-8", HttpResponse::body);
    assertThat(post("/validate-x", "{}").body()).startsWith("not an AdmissionReview");
    assertThat(post("/validate-x", "").body()).startsWith("not an AdmissionReview");
    assertThat(post("/mutate-x", "[".repeat(2000)).statusCode()).isEqualTo(413);
    assertThat(post("/validate-x", "\"" + "x".repeat(9 << 20) + "\"").statusCode()).isEqualTo(413);
  }

  @Test
  void aListThatIsLongerThanWhatIsHeldBackComesWhole() throws Exception {
    HttpResponse<String> answer = post("/convert?timeout=30s", review("v2", 3000));

    var response = Json.MAPPER.readTree(answer.body()).path("response");
    assertThat(response.at("/result/status").asText()).isEqualTo("Success");
    assertThat(response.path("convertedObjects")).hasSize(3000);
  }

  @Test
  void aCallerThatDoesNotSayHowMuchWillComeIsAnswered() throws Exception {
    var body =
        BodyPublishers.ofInputStream(
            () -> new ByteArrayInputStream(review("v2", 800).getBytes(StandardCharsets.UTF_8)));

    HttpResponse<String> answer =
        client.send(to("/convert").POST(body).build(), BodyHandlers.ofString());

    assertThat(Json.MAPPER.readTree(answer.body()).at("/response/convertedObjects")).hasSize(800);
  }

  @Test
  void aBodyThatStopsIsCutOffAndTakesNoPlaceFromOthers() throws Exception {
    try (var slow = ReviewCaller.secure(keys.clientContext(), server.address().getPort())) {
      ReviewCaller _ = slow.send(ReviewCaller.head("/convert", "Content-Length: 100")).send("{");

      assertThat(post("/convert", review("v2", 1)).statusCode()).isEqualTo(200);
      assertThat(slow.isEnded()).isTrue();
    }
  }

  /** As long as the list before it goes on, and its sender is not cut off for being silent. */
  @Test
  void aListThatTricklesInIsCutOffForOneThatWaits() throws Exception {
    try (var slow = ReviewCaller.secure(keys.clientContext(), server.address().getPort())) {
      String list = review("v3", 400);
      ReviewCaller _ =
          slow.send(ReviewCaller.head("/convert", "Content-Length: 200000000"))
              .send(list.substring(0, list.lastIndexOf(']')));
      begun.await();
      mayEnd.countDown();
      var other =
          client.sendAsync(
              to("/convert").POST(BodyPublishers.ofString(review("v2", 400))).build(),
              BodyHandlers.ofString());

      trickle(slow, other);

      assertThat(other.get().statusCode()).isEqualTo(200);
      assertThat(other.get().body()).contains("Success");
    }
  }

  private static void trickle(ReviewCaller slow, Future<?> until) throws InterruptedException {
    try {
      while (!until.isDone()) {
        ReviewCaller _ = slow.send(" ".repeat(70_000));
        Thread.sleep(500); // that is how slow it is
      }
    } catch (IOException cut) {
      // As it should be.
    }
  }

  @Test
  void aNewCertificateIsShownFromTheNextConnectionOnAndEndsNone() throws Exception {
    Certificate first = shown(post("/convert", review("v2", 1)));
    keys.renew();
    Certificate still = shown(post("/convert", review("v2", 1)));

    try (var another = HttpClient.newBuilder().sslContext(keys.clientContext()).build()) {
      HttpResponse<String> next =
          another.send(
              to("/convert").POST(BodyPublishers.ofString(review("v2", 1))).build(),
              BodyHandlers.ofString());

      assertThat(still).isEqualTo(first);
      assertThat(shown(next)).isEqualTo(keys.servingCertificate()).isNotEqualTo(first);
    }
  }

  @Test
  void theServerChoosesTheCipherSuiteWhateverTheClientPrefers() throws Exception {
    String first = keys.clientContext().getDefaultSSLParameters().getCipherSuites()[0];

    HttpResponse<String> answer = post("/convert", review("v2", 1));

    assertThat(first).startsWith("TLS_AES_");
    assertThat(answer.sslSession().orElseThrow().getCipherSuite())
        .isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
  }

  private static Certificate shown(HttpResponse<?> answer) throws Exception {
    return answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  @Test
  void whatIsUnderWayAtTheEndIsAnswered() throws Exception {
    var answer =
        client.sendAsync(
            to("/convert").POST(BodyPublishers.ofString(review("v3", 1))).build(),
            BodyHandlers.ofString());
    begun.await();
    Thread closing = Thread.ofVirtual().start(server::close);
    mayEnd.countDown();

    assertThat(answer.get().body()).contains("Success");
    closing.join();
    assertThatThrownBy(() -> post("/convert", review("v2", 1)))
        .isInstanceOfAny(ConnectException.class, IOException.class);
  }

  @Test
  void whoIsAboutToLeaveSendsCallersElsewhere() throws Exception {
    server.beginShutdown();

    HttpResponse<String> answer = post("/convert", review("v2", 1));

    assertThat(answer.headers().firstValue("Connection")).contains("close");
  }
}
