package io.weir.provider.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.provider.CallGate;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.RequestIds;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests through the gate, each within bounded time. Never repeats a write; a read whose
 * connection turns out to be closed is sent once more. Follows no redirects and uses no proxy, so
 * that no key leaks. Safe for concurrent use.
 */
public final class JsonHttpClient {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);
  private static final Duration BODY_WITHIN = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  /** Many times a page of what clouds list, which is a hundred objects of a few kilobytes each. */
  private static final int MOST_BYTES = 16 << 20;

  /** Tens of times what such a page has; each takes some sixty bytes, however short its text. */
  private static final long MOST_TOKENS = 500_000;

  /** By which clouds call the ID that they give a request. */
  private static final List<String> REQUEST_IDS =
      List.of("X-Request-Id", "x-ms-request-id", "opc-request-id");

  private static final JsonFactory PARSERS =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build())
          .build();

  private final HttpClient http;
  private final CallGate gate;
  private final Duration answerWithin;

  /** Calls that this gate lets through. */
  public JsonHttpClient(CallGate gate) {
    this(gate, directClient(), ANSWER_WITHIN);
  }

  /**
   * Calls that this gate lets through.
   *
   * @param http as {@link #directClient} makes it
   * @param answerWithin how long the cloud may take until an answer begins; a whole call stays
   *     below {@link CallGate#LONGEST_CALL}
   */
  public JsonHttpClient(CallGate gate, HttpClient http, Duration answerWithin) {
    if (answerWithin.plus(BODY_WITHIN).compareTo(CallGate.LONGEST_CALL) > 0) {
      throw new IllegalArgumentException("no call may take as long as " + answerWithin);
    }
    this.gate = gate;
    this.http = http;
    this.answerWithin = answerWithin;
  }

  /** A client that goes where it is sent and nowhere else, without redirects and proxies. */
  public static HttpClient directClient() {
    return direct().build();
  }

  /** The same with other certificates to trust, for addresses of one's own. */
  public static HttpClient directClient(SSLContext trust) {
    return direct().sslContext(trust).build();
  }

  private static HttpClient.Builder direct() {
    return HttpClient.newBuilder()
        .connectTimeout(CONNECT_WITHIN)
        .followRedirects(HttpClient.Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY)
        .executor(Executors.newVirtualThreadPerTaskExecutor());
  }

  /**
   * A call.
   *
   * @param action the cloud's name of it
   * @param method the HTTP method; {@code GET} changes nothing
   * @param uri where to
   * @param headers what it says beside the credentials, such as {@code If-Match}; no secret
   * @param body what to send; null for nothing
   * @param object the object by which the cloud counts such calls; empty for none
   */
  public record JsonRequest(
      String action,
      String method,
      URI uri,
      Map<String, String> headers,
      @Nullable JsonNode body,
      String object) {

    public JsonRequest {
      headers = Map.copyOf(headers);
    }

    /** One without headers of its own that the cloud counts by account alone. */
    public JsonRequest(String action, String method, URI uri, @Nullable JsonNode body) {
      this(action, method, uri, Map.of(), body, "");
    }

    /** Whether it may change something. */
    public boolean isWrite() {
      return !method.equals("GET");
    }

    /** The body as it is sent; empty for none. */
    public byte[] content() {
      return body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * A response, whatever its status.
   *
   * @param body a missing node if it is not JSON; a text if it is YAML and the request succeeded
   */
  public record JsonResponse(int status, HttpHeaders headers, JsonNode body) {

    /** Whether the request succeeded. */
    public boolean isSuccess() {
      return status / 100 == 2;
    }

    /** A header, whatever its case; empty if the answer has none of this name. */
    public Optional<String> header(String name) {
      return headers.firstValue(name);
    }

    /** The pause that this header asks for, up to an hour; empty if it names no seconds. */
    public Optional<Duration> retryAfter(String header) {
      // Some send a date, which is not worth reading: clocks differ.
      return headers
          .firstValue(header)
          .filter(text -> text.matches("\\d{1,4}"))
          .map(text -> Duration.ofSeconds(Long.parseLong(text)))
          .filter(pause -> pause.isPositive() && pause.compareTo(LONGEST_PAUSE) <= 0);
    }
  }

  /** What the gate is told of an answer, whatever its status. */
  @FunctionalInterface
  public interface OutcomeReader {

    /** How the call ended. */
    CallOutcome outcome(JsonResponse jsonResponse);
  }

  /**
   * Makes a call.
   *
   * @param credentials the headers that authenticate the caller; never logged, and masked in what a
   *     refusal repeats
   * @throws ProviderException if the gate is closed, or no response arrived
   */
  public JsonResponse send(
      CloudScope cloudScope, JsonRequest jsonRequest, Map<String, String> credentials)
      throws ProviderException {
    return send(cloudScope, jsonRequest, credentials, JsonHttpClient::outcomeByStatus);
  }

  /**
   * Makes a call to a cloud whose answers say more of its limits than their status.
   *
   * @param credentials the headers that authenticate the caller; never logged, and masked in what a
   *     refusal repeats
   * @throws ProviderException if the gate is closed, or no response arrived
   */
  public JsonResponse send(
      CloudScope cloudScope,
      JsonRequest jsonRequest,
      Map<String, String> credentials,
      OutcomeReader outcomeReader)
      throws ProviderException {
    var request =
        HttpRequest.newBuilder(jsonRequest.uri())
            .timeout(answerWithin)
            .header("Content-Type", "application/json")
            .method(
                jsonRequest.method(),
                HttpRequest.BodyPublishers.ofByteArray(jsonRequest.content()));
    jsonRequest.headers().forEach(request::header);
    setHeaders(request, jsonRequest, credentials);
    var cloudRequest = new CloudRequest(cloudScope, jsonRequest.action(), jsonRequest.object());
    gate.beforeCall(cloudRequest);
    CallOutcome callOutcome = CallOutcome.FAILED;
    try {
      HttpRequest whole = request.build();
      gate.beforeTransmission(cloudRequest, jsonRequest.isWrite());
      var response = exchange(whole);
      if (jsonRequest.isWrite()) {
        requestId(response.headers()).ifPresent(RequestIds::record);
      }
      if (response.statusCode() / 100 == 3) {
        throw redirect(jsonRequest, response);
      }
      var jsonResponse = read(response, credentials.values());
      callOutcome = outcomeReader.outcome(jsonResponse);
      return jsonResponse;
    } catch (IOException failure) {
      throw unanswered(jsonRequest, failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw unanswered(jsonRequest, new IOException("interrupted while waiting", stopped));
    } finally {
      gate.afterCall(cloudRequest, callOutcome);
    }
  }

  /** Of a value that cannot be sent the message quotes it, and it is a key. */
  private static void setHeaders(
      HttpRequest.Builder request, JsonRequest jsonRequest, Map<String, String> headers)
      throws ProviderException {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      try {
        request.header(header.getKey(), header.getValue());
      } catch (IllegalArgumentException _) {
        throw new ProviderException.Denied(
            "%s: the credentials for header %s have a line break or another character that cannot be sent; write them alone, in one line"
                .formatted(jsonRequest.action(), header.getKey()),
            null);
      }
    }
  }

  private static Optional<String> requestId(HttpHeaders headers) {
    return REQUEST_IDS.stream().flatMap(name -> headers.firstValue(name).stream()).findFirst();
  }

  /** How a call ended, as the status of its answer says. */
  public static CallOutcome outcomeByStatus(JsonResponse response) {
    if (response.isSuccess()) {
      return CallOutcome.OK;
    }
    return response.status() == 429
        ? new CallOutcome.Throttled(response.retryAfter("Retry-After").orElse(Duration.ZERO))
        : CallOutcome.FAILED;
  }

  /**
   * The timeout of a request covers only the response's headers; this bounds the whole response.
   */
  private HttpResponse<byte[]> exchange(HttpRequest request)
      throws IOException, InterruptedException {
    var pending =
        http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      return pending.get(answerWithin.plus(BODY_WITHIN).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new IOException("no complete response in time", late);
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof IOException cause ? cause : new IOException(failure);
    } finally {
      var _ = pending.cancel(true);
    }
  }

  /** Only the status of a proxy's page counts; a success must be readable. */
  private static JsonResponse read(HttpResponse<byte[]> response, Collection<String> credentials)
      throws IOException {
    boolean success = response.statusCode() / 100 == 2;
    JsonNode body = Json.MAPPER.missingNode();
    if (success && isYaml(response.headers())) {
      String yaml = new String(response.body(), StandardCharsets.UTF_8);
      return new JsonResponse(response.statusCode(), response.headers(), TextNode.valueOf(yaml));
    }
    byte[] text = success ? response.body() : masked(response.body(), credentials);
    try (var parser = PARSERS.createParser(text)) {
      JsonNode read = Json.MAPPER.readTree(parser);
      body = read == null ? body : read;
    } catch (StreamConstraintsException outsize) {
      if (success) {
        throw outsize;
      }
    } catch (IOException _) {
      if (success) {
        throw new IOException("the response is not JSON"); // the message quotes it
      }
    }
    return new JsonResponse(response.statusCode(), response.headers(), body);
  }

  private static boolean isYaml(HttpHeaders headers) {
    return headers.firstValue("Content-Type").filter(type -> type.contains("yaml")).isPresent();
  }

  /** What a cloud, or a proxy before it, says of a failure is shown to people. */
  private static byte[] masked(byte[] body, Collection<String> credentials) {
    String text = new String(body, StandardCharsets.UTF_8);
    for (String credential : credentials) {
      // Of a bearer token the header has the scheme as well, which an answer may leave out.
      String secret = credential.substring(credential.indexOf(' ') + 1);
      text = secret.isEmpty() ? text : text.replace(secret, "****");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whoever answers so would choose where requests and keys arrive. */
  private static ProviderException redirect(JsonRequest jsonRequest, HttpResponse<?> response) {
    String host = response.headers().firstValue("Location").map(JsonHttpClient::host).orElse("");
    String message =
        "%s: HTTP %d, a redirect%s, and redirects are not followed; use the address of the API itself"
            .formatted(
                jsonRequest.action(),
                response.statusCode(),
                host.isEmpty() ? "" : " to " + Excerpt.of(host));
    return ProviderException.ofUnknownOutcome(jsonRequest.isWrite(), message, null);
  }

  private static String host(String location) {
    try {
      return Objects.requireNonNullElse(new URI(location).getHost(), "");
    } catch (URISyntaxException _) {
      return "";
    }
  }

  private static ProviderException unanswered(JsonRequest jsonRequest, IOException failure) {
    // Its message may quote what was sent.
    String message = jsonRequest.action() + ": no response, " + failure.getClass().getSimpleName();
    boolean sent =
        !(failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException);
    return ProviderException.ofUnknownOutcome(jsonRequest.isWrite() && sent, message, failure);
  }
}
