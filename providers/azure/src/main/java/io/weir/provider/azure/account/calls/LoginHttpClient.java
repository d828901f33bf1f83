package io.weir.provider.azure.account.calls;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.weir.provider.CallGate;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What Azure's library sends while it gets one token: through the gate, within bounded time and
 * size, to the authority host and nowhere else. It remembers how that ended, as the library tells
 * it in words only. For one token.
 */
final class LoginHttpClient implements HttpClient {

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  /** A token is a few kilobytes. */
  private static final int MOST_BYTES = 1 << 20;

  /** Getting a token takes one, and one more where a machine is asked. */
  private static final int MOST_REQUESTS = 2;

  /** Set by the client of the JDK itself. */
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private final java.net.http.HttpClient http;
  private final CallGate gate;
  private final CloudRequest cloudRequest;
  private final Optional<URI> authority;
  private int requests;
  private @Nullable LoginAnswer lastAnswer;
  private @Nullable ProviderException refusal;
  private @Nullable IOException failure;

  /**
   * The client for a token.
   *
   * @param authority the only host that is asked; empty if the manager's own machine is, wherever
   *     its environment says
   */
  LoginHttpClient(
      java.net.http.HttpClient http, CallGate gate, CloudScope scope, Optional<URI> authority) {
    this.http = http;
    this.gate = gate;
    this.cloudRequest = new CloudRequest(scope, AzureLogin.ACTION);
    this.authority = authority;
  }

  /** The last answer; empty if there was none. */
  synchronized Optional<LoginAnswer> lastAnswer() {
    return Optional.ofNullable(lastAnswer);
  }

  /** Why the gate let nothing through; empty if it did. */
  synchronized Optional<ProviderException> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** Why the last request had no answer; empty if it had one. */
  synchronized Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public Mono<HttpResponse> send(HttpRequest request) {
    return Mono.fromCallable(() -> sendSync(request, Context.NONE));
  }

  @Override
  public synchronized HttpResponse sendSync(HttpRequest request, Context context) {
    requests += 1;
    if (requests > MOST_REQUESTS || refusal != null) {
      throw new UncheckedIOException(new IOException("no more requests for this token"));
    }
    lastAnswer = null;
    failure = null;
    try {
      var response = exchange(toJdk(request));
      lastAnswer = response;
      return new LoginResponse(request, response);
    } catch (ProviderException refused) {
      refusal = refused;
      throw new UncheckedIOException(new IOException("the gate is closed"));
    } catch (IOException broken) {
      failure = broken;
      throw new UncheckedIOException(broken);
    }
  }

  private LoginAnswer exchange(java.net.http.HttpRequest request)
      throws IOException, ProviderException {
    gate.beforeCall(cloudRequest);
    CallOutcome outcome = CallOutcome.FAILED;
    try {
      gate.beforeTransmission(cloudRequest, false);
      var response =
          http.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
      var answer =
          new LoginAnswer(
              response.statusCode(),
              response.headers(),
              new String(response.body(), StandardCharsets.UTF_8));
      outcome = answer.outcome();
      return answer;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting", stopped);
    } finally {
      gate.afterCall(cloudRequest, outcome);
    }
  }

  private java.net.http.HttpRequest toJdk(HttpRequest request) throws IOException {
    var body = request.getBodyAsBinaryData();
    var builder =
        java.net.http.HttpRequest.newBuilder(target(request))
            .timeout(ANSWER_WITHIN)
            .method(
                request.getHttpMethod().toString(),
                body == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(body.toBytes()));
    for (HttpHeader header : request.getHeaders()) {
      if (!OWN_HEADERS.contains(header.getName().toLowerCase(Locale.ROOT))) {
        builder.header(header.getName(), header.getValue());
      }
    }
    return builder.build();
  }

  /** The library insists on https; on the manager's own machine the settings may say http. */
  private URI target(HttpRequest request) throws IOException {
    URI meant = URI.create(request.getUrl().toString());
    if (authority.isEmpty()) {
      return meant;
    }
    URI host = authority.get();
    if (!host.getAuthority().equalsIgnoreCase(meant.getAuthority())) {
      throw new IOException("a token was to be asked for elsewhere");
    }
    String query = meant.getRawQuery();
    return URI.create(
        host.getScheme()
            + "://"
            + host.getAuthority()
            + meant.getRawPath()
            + (query == null ? "" : "?" + query));
  }
}
