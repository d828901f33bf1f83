package io.weir.provider.oci.account.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.oracle.bmc.http.client.HttpRequest;
import com.oracle.bmc.http.client.HttpResponse;
import com.oracle.bmc.http.client.Method;
import com.oracle.bmc.http.client.RequestInterceptor;
import com.oracle.bmc.http.client.StandardClientProperties;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.oci.account.calls.PrincipalHttpProvider.Client;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A request of Oracle's library for a token, or for what proves who asks for one. */
final class PrincipalHttpRequest implements HttpRequest {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  /** A token is a few kilobytes. */
  private static final int MOST_BYTES = 1 << 20;

  private final Client client;
  private final Method method;
  private final Map<String, List<String>> headers;
  private final Map<String, Object> attributes;
  private URI uri;
  private @Nullable String body;

  PrincipalHttpRequest(
      Client client,
      Method method,
      URI uri,
      Map<String, List<String>> headers,
      Map<String, Object> attributes,
      @Nullable String body) {
    this.client = client;
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.attributes = attributes;
    this.body = body;
  }

  @Override
  public Method method() {
    return method;
  }

  @Override
  public HttpRequest body(Object newBody) {
    try {
      body =
          newBody instanceof String text
              ? text
              : PrincipalHttpProvider.MAPPER.writeValueAsString(newBody);
    } catch (JsonProcessingException malformed) {
      throw new UncheckedIOException(malformed);
    }
    return this;
  }

  @Override
  public HttpRequest body(InputStream newBody, long length) {
    try {
      body = new String(newBody.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return this;
  }

  @Override
  public @Nullable Object body() {
    return body;
  }

  @Override
  public HttpRequest appendPathPart(String part) {
    String before = uri.toString();
    uri = URI.create(before + (before.endsWith("/") ? "" : "/") + part);
    return this;
  }

  @Override
  public HttpRequest query(String name, String value) {
    String separator = uri.getRawQuery() == null ? "?" : "&";
    uri =
        URI.create(
            uri + separator + JsonApiClient.urlEncode(name) + "=" + JsonApiClient.urlEncode(value));
    return this;
  }

  @Override
  public URI uri() {
    return uri;
  }

  @Override
  public HttpRequest header(String name, String value) {
    headers.put(name, List.of(value));
    return this;
  }

  @Override
  public Map<String, List<String>> headers() {
    return Map.copyOf(headers);
  }

  @Override
  public @Nullable Object attribute(String name) {
    return attributes.get(name);
  }

  @Override
  public HttpRequest removeAttribute(String name) {
    attributes.remove(name);
    return this;
  }

  @Override
  public HttpRequest attribute(String name, Object value) {
    attributes.put(name, value);
    return this;
  }

  /** Nothing is offloaded: whoever asks waits for the answer. */
  @Override
  public HttpRequest offloadExecutor(Executor executor) {
    return this;
  }

  @Override
  public HttpRequest copy() {
    return new PrincipalHttpRequest(
        client, method, uri, new HashMap<>(headers), new HashMap<>(attributes), body);
  }

  @Override
  public void discard() {}

  @Override
  public CompletionStage<HttpResponse> execute() {
    for (RequestInterceptor interceptor : client.interceptors()) {
      interceptor.intercept(this);
    }
    try {
      return CompletableFuture.completedFuture(exchange());
    } catch (IOException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private HttpResponse exchange() throws IOException {
    HttpURLConnection connection = connection();
    try {
      connection.setRequestMethod(method.name());
      headers.forEach((name, values) -> connection.setRequestProperty(name, values.getFirst()));
      if (body != null) {
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(body.getBytes(UTF_8));
        }
      }
      int status = connection.getResponseCode();
      return new PrincipalHttpResponse(
          status, headersOf(connection), content(connection, status >= 400));
    } finally {
      connection.disconnect();
    }
  }

  private HttpURLConnection connection() throws IOException {
    var connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout(Math.toIntExact(CONNECT_WITHIN.toMillis()));
    connection.setReadTimeout(Math.toIntExact(ANSWER_WITHIN.toMillis()));
    connection.setInstanceFollowRedirects(false);
    if (connection instanceof HttpsURLConnection secured) {
      SSLContext trust = client.property(StandardClientProperties.SSL_CONTEXT, SSLContext.class);
      if (trust != null) {
        secured.setSSLSocketFactory(trust.getSocketFactory());
      }
      HostnameVerifier verifier =
          client.property(StandardClientProperties.HOSTNAME_VERIFIER, HostnameVerifier.class);
      if (verifier != null) {
        secured.setHostnameVerifier(verifier);
      }
    }
    return connection;
  }

  /** The status line is among them, without a name. */
  private static Map<String, List<String>> headersOf(HttpURLConnection connection) {
    var named = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    connection
        .getHeaderFields()
        .forEach(
            (name, values) -> {
              if (name != null) {
                named.put(name, values);
              }
            });
    return named;
  }

  private static byte[] content(HttpURLConnection connection, boolean failed) throws IOException {
    try (InputStream in = failed ? connection.getErrorStream() : connection.getInputStream()) {
      return in == null ? new byte[0] : in.readNBytes(MOST_BYTES);
    }
  }
}
