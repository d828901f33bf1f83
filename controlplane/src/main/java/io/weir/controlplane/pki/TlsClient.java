package io.weir.controlplane.pki;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;

/** Asks a server that trusts our authority and is trusted through it. */
public final class TlsClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient http;

  /**
   * A client.
   *
   * @param authority what the server's certificate must be signed by
   * @param credential who the client is
   */
  public TlsClient(X509Certificate authority, Credential credential) {
    http =
        HttpClient.newBuilder()
            .sslContext(TlsContexts.of(authority, credential))
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(TIMEOUT)
            .build();
  }

  /** The body of a 200 answer; empty for any other answer and for none. */
  public Optional<String> get(URI address) throws InterruptedException {
    try {
      var response = send(HttpRequest.newBuilder(address).GET());
      return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /**
   * Creates an object.
   *
   * @param json the object
   * @return the server's answer
   * @throws IOException when the server refuses
   */
  public String post(URI address, String json) throws IOException, InterruptedException {
    var response =
        send(
            HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    if (response.statusCode() >= 300) {
      throw refusal("create", address, response);
    }
    return response.body();
  }

  /**
   * Deletes an object; one that is gone is no failure.
   *
   * @throws IOException when the server refuses
   */
  public void delete(URI address) throws IOException, InterruptedException {
    var response = send(HttpRequest.newBuilder(address).DELETE());
    if (response.statusCode() >= 300 && response.statusCode() != 404) {
      throw refusal("delete", address, response);
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
  }

  private static IOException refusal(String verb, URI address, HttpResponse<String> response) {
    return new IOException(
        "cannot %s %s: %d %s".formatted(verb, address, response.statusCode(), response.body()));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
