package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.TlsVersion;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.weir.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one API server: authenticated, with a time-out on everything, without retries.
 */
public final class KubeHttp implements AutoCloseable {

  /** What a single request may take. */
  public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient client;
  private final String root;
  private final RequestListener listener;

  private KubeHttp(HttpClient client, String root, RequestListener listener) {
    this.client = client;
    this.root = root;
    this.listener = listener;
  }

  /** A connection as {@link KubeConfigs} describes it; nothing is sent yet. */
  public static KubeHttp connect(Config config, RequestListener listener) {
    HttpClient.Builder builder = new WeirClients(config).newBuilder(config);
    // It answers some refusals by asking again under another API version.
    builder.addOrReplaceInterceptor("BACKWARDS", null);
    String url = config.getMasterUrl();
    String root = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    return new KubeHttp(builder.build(), root, listener);
  }

  /**
   * Clients that prefer the cipher suites that cost least, and go nowhere else than they were sent:
   * fabric8's follow every redirect, with the body and over to plain HTTP.
   */
  private static final class WeirClients extends JdkHttpClientFactory {
    private final String[] protocols;

    WeirClients(Config config) {
      protocols =
          Arrays.stream(config.getTlsVersions()).map(TlsVersion::javaName).toArray(String[]::new);
    }

    @Override
    protected void additionalConfig(java.net.http.HttpClient.Builder builder) {
      builder.followRedirects(java.net.http.HttpClient.Redirect.NEVER);
      try {
        SSLParameters parameters = SSLContext.getDefault().getDefaultSSLParameters();
        parameters.setProtocols(protocols);
        builder.sslParameters(CipherSuites.order(parameters));
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException("this Java runtime lacks TLS", missing);
      }
    }
  }

  /**
   * One request and its whole answer.
   *
   * @param path path and query
   * @param contentType of the body; null without one
   * @throws KubeException when it did not succeed
   */
  byte[] send(
      RequestInfo requestInfo,
      String method,
      String path,
      @Nullable String contentType,
      @Nullable JsonNode body,
      Duration timeout) {
    HttpRequest.Builder request = client.newHttpRequestBuilder().uri(root + path);
    request.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    request.header("Accept", "application/json");
    request.method(method, contentType, body == null ? null : body.toString());
    long begun = System.nanoTime();
    int code = 0;
    try {
      listener.beforeRequest(requestInfo);
      HttpResponse<byte[]> answer = await(client.sendAsync(request.build(), byte[].class), timeout);
      code = answer.code();
      byte[] content = answer.body() == null ? new byte[0] : answer.body();
      refuseRedirect(requestInfo, answer);
      if (!answer.isSuccessful()) {
        throw KubeExceptionFactory.fromResponse(
            requestInfo, code, content, answer.header("Retry-After"));
      }
      return content;
    } catch (IOException silence) {
      throw KubeExceptionFactory.noResponse(requestInfo, silence);
    } finally {
      listener.afterRequest(requestInfo, code, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /**
   * A request whose answer is read while it arrives. The caller closes the stream.
   *
   * @param path path and query
   * @param patience how long the server may be silent before the stream breaks off
   * @throws KubeException when it did not succeed
   */
  public InputStream openStream(RequestInfo requestInfo, String path, Duration patience) {
    var stream = new ResponseBodyStream(patience);
    HttpRequest.Builder request = client.newHttpRequestBuilder().uri(root + path);
    request.header("Accept", "application/json");
    request.forStreaming();
    long begun = System.nanoTime();
    int code = 0;
    try {
      listener.beforeRequest(requestInfo);
      CompletableFuture<HttpResponse<AsyncBody>> pending =
          client.consumeBytes(request.build(), stream);
      HttpResponse<AsyncBody> answer = awaitOrDrop(pending);
      code = answer.code();
      stream.start(answer.body());
      if (!answer.isSuccessful()) {
        try (stream) {
          refuseRedirect(requestInfo, answer);
          throw KubeExceptionFactory.fromResponse(
              requestInfo, code, stream.readAllBytes(), answer.header("Retry-After"));
        }
      }
      return stream;
    } catch (IOException silence) {
      throw KubeExceptionFactory.noResponse(requestInfo, silence);
    } finally {
      listener.afterRequest(requestInfo, code, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private static void refuseRedirect(RequestInfo requestInfo, HttpResponse<?> answer) {
    if (answer.code() / 100 == 3) {
      throw KubeExceptionFactory.redirect(requestInfo, answer.code(), answer.header("Location"));
    }
  }

  /** A body that comes after nobody waits for it any more must not hold a connection. */
  private static HttpResponse<AsyncBody> awaitOrDrop(
      CompletableFuture<HttpResponse<AsyncBody>> pending) throws IOException {
    try {
      return await(pending, REQUEST_TIMEOUT);
    } catch (IOException failure) {
      var _ = pending.thenAccept(late -> late.body().cancel());
      throw failure;
    }
  }

  private static <T> T await(CompletableFuture<T> answer, Duration timeout) throws IOException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new IOException("no response within " + timeout.toSeconds() + " s", late);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the response", stopped);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      throw cause instanceof IOException io ? io : new IOException(cause.toString(), cause);
    }
  }

  static JsonNode parse(RequestInfo requestInfo, byte[] answer) {
    try {
      return Json.MAPPER.readTree(answer);
    } catch (IOException garbled) {
      throw KubeExceptionFactory.noResponse(
          requestInfo, new IOException("the response is not JSON", garbled));
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
