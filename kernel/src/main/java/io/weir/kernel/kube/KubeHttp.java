package io.weir.kernel.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.TlsVersion;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
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

  /** How much more an answer may take as a tree than as a text, beside what one object may. */
  private static final int TREE_SHARE = 8;

  private final HttpClient client;
  private final String root;
  private final RequestListener listener;
  private final RequestGuard guard;
  private final int objectBytes;
  private final ServerClock clock;

  private KubeHttp(
      HttpClient client,
      String root,
      RequestListener listener,
      RequestGuard requestGuard,
      int objectBytes,
      ServerClock clock) {
    this.clock = clock;
    this.client = client;
    this.root = root;
    this.listener = listener;
    this.guard = requestGuard;
    this.objectBytes = objectBytes;
  }

  /**
   * The same connection, of which the guard lets single requests go; it ends with this one.
   *
   * @param mostBytes of an answer with one object
   */
  KubeHttp guardedBy(RequestGuard requestGuard, int mostBytes) {
    return new KubeHttp(client, root, listener, requestGuard, mostBytes, clock);
  }

  /** A connection as {@link KubeConfigs} describes it; nothing is sent yet. */
  public static KubeHttp connect(Config config, RequestListener listener) {
    return connect(config, listener, InstantSource.system());
  }

  /**
   * The same in a process with another clock.
   *
   * @param local what the Date of answers is compared with
   */
  public static KubeHttp connect(Config config, RequestListener listener, InstantSource local) {
    HttpClient.Builder builder = new WeirClients(config).newBuilder(config);
    // It answers some refusals by asking again under another API version.
    builder.addOrReplaceInterceptor("BACKWARDS", null);
    String url = config.getMasterUrl();
    String root = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    return new KubeHttp(
        builder.build(),
        root,
        listener,
        RequestGuard.NONE,
        AnswerLimits.OBJECT_BYTES,
        new ServerClock(root, local));
  }

  /**
   * Clients that prefer the cipher suites that cost least, and go nowhere else than they were sent:
   * fabric8's follow every redirect, with the body and over to plain HTTP, and the JDK's use the
   * proxies of the process. Only one that the kubeconfig itself names is used.
   */
  private static final class WeirClients extends JdkHttpClientFactory {
    private final String[] protocols;
    private final boolean direct;

    WeirClients(Config config) {
      protocols =
          Arrays.stream(config.getTlsVersions()).map(TlsVersion::javaName).toArray(String[]::new);
      direct = config.getHttpProxy() == null && config.getHttpsProxy() == null;
    }

    @Override
    protected void additionalConfig(java.net.http.HttpClient.Builder builder) {
      builder.followRedirects(java.net.http.HttpClient.Redirect.NEVER);
      if (direct) {
        // It would have connections go elsewhere than to the address that was looked at.
        builder.proxy(java.net.http.HttpClient.Builder.NO_PROXY);
      }
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
   * One request about one object, and its whole answer.
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
    return send(requestInfo, method, path, contentType, body, timeout, objectBytes);
  }

  /** How far the server's clock is ahead of this process's, as far as answers have told. */
  Duration clockAhead() {
    return clock.ahead();
  }

  /** A page of a list as a whole. */
  byte[] page(RequestInfo requestInfo, String path, Duration timeout) {
    return page(requestInfo, path, timeout, AnswerLimits.PAGE_BYTES);
  }

  /** The same of so many bytes at most. */
  byte[] page(RequestInfo requestInfo, String path, Duration timeout, int mostBytes) {
    return send(requestInfo, "GET", path, null, null, timeout, mostBytes);
  }

  private byte[] send(
      RequestInfo requestInfo,
      String method,
      String path,
      @Nullable String contentType,
      @Nullable JsonNode body,
      Duration timeout,
      int mostBytes) {
    RequestGuard.Admission admission;
    try {
      admission = guard.admit(requestInfo);
    } catch (IOException heldBack) {
      throw KubeExceptionFactory.noResponse(requestInfo, heldBack);
    }
    HttpRequest.Builder request = client.newHttpRequestBuilder().uri(root + path);
    request.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    request.header("Accept", "application/json");
    request.method(method, contentType, body == null ? null : body.toString());
    long begun = System.nanoTime();
    Instant sent = clock.now();
    int code = 0;
    var bytes = new AnswerBytes();
    try {
      listener.beforeRequest(requestInfo);
      CompletableFuture<HttpResponse<AsyncBody>> pending = begin(request, bytes);
      byte[] content =
          awaitOrDrop(pending, pending.thenCompose(head -> bytes.start(head, mostBytes)), timeout);
      HttpResponse<AsyncBody> answer = pending.join();
      code = answer.code();
      clock.answered(answer.header("Date"), sent);
      refuseRedirect(requestInfo, answer);
      if (!answer.isSuccessful()) {
        throw KubeExceptionFactory.fromResponse(
            requestInfo, code, content, answer.header("Retry-After"));
      }
      return content;
    } catch (IOException silence) {
      throw KubeExceptionFactory.noResponse(requestInfo, silence);
    } finally {
      var took = Duration.ofNanos(System.nanoTime() - begun);
      admission.ended(code, took);
      listener.afterRequest(requestInfo, code, took);
    }
  }

  /**
   * A request whose answer is read while it arrives. The caller closes the stream.
   *
   * @param path path and query
   * @param patience how long the server may be silent before the stream breaks off
   * @param longest how long the stream may last before it breaks off, whatever it brings
   * @throws KubeException when it did not succeed
   */
  public InputStream openStream(
      RequestInfo requestInfo, String path, Duration patience, Duration longest) {
    var stream = new ResponseBodyStream(patience, longest);
    HttpRequest.Builder request = client.newHttpRequestBuilder().uri(root + path);
    request.header("Accept", "application/json");
    request.forStreaming();
    long begun = System.nanoTime();
    int code = 0;
    try {
      listener.beforeRequest(requestInfo);
      CompletableFuture<HttpResponse<AsyncBody>> pending = begin(request, stream);
      HttpResponse<AsyncBody> answer = awaitOrDrop(pending, pending, REQUEST_TIMEOUT);
      code = answer.code();
      stream.start(answer.body());
      if (!answer.isSuccessful()) {
        try (stream) {
          refuseRedirect(requestInfo, answer);
          throw KubeExceptionFactory.fromResponse(
              requestInfo,
              code,
              stream.readNBytes(AnswerLimits.ERROR_BYTES),
              answer.header("Retry-After"));
        }
      }
      return listener.reading(requestInfo, stream);
    } catch (IOException silence) {
      throw KubeExceptionFactory.noResponse(requestInfo, silence);
    } finally {
      listener.afterRequest(requestInfo, code, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private CompletableFuture<HttpResponse<AsyncBody>> begin(
      HttpRequest.Builder request, AsyncBody.Consumer<List<ByteBuffer>> answer) throws IOException {
    try {
      return client.consumeBytes(request.build(), answer);
    } catch (IllegalArgumentException _) {
      // Its message quotes the header's value, and that may be the account's token.
      throw new IOException(
          "a header cannot be sent: the account's token has a line break or another character that"
              + " no token has");
    }
  }

  private static void refuseRedirect(RequestInfo requestInfo, HttpResponse<?> answer) {
    if (answer.code() / 100 == 3) {
      throw KubeExceptionFactory.redirect(requestInfo, answer.code(), answer.header("Location"));
    }
  }

  /** A body that nobody waits for any more must neither go on to arrive nor hold a connection. */
  private static <T> T awaitOrDrop(
      CompletableFuture<HttpResponse<AsyncBody>> pending,
      CompletableFuture<T> wanted,
      Duration timeout)
      throws IOException {
    try {
      return await(wanted, timeout);
    } catch (IOException failure) {
      var _ = pending.thenAccept(late -> late.body().cancel());
      throw failure;
    }
  }

  private static <T> T await(CompletableFuture<T> answer, Duration timeout) throws IOException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new IOException("no whole response in time", late);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the response", stopped);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      // Of a header that cannot be sent, such as the account's, the message quotes the value.
      throw cause instanceof IOException io
          ? io
          : new IOException("an internal error: " + cause.getClass().getSimpleName());
    }
  }

  static JsonNode parse(RequestInfo requestInfo, byte[] answer) {
    // Of many objects, or one.
    long most = AnswerLimits.OBJECT_MEMORY + (long) TREE_SHARE * answer.length;
    var reader = new TreeReader(most, TreeReader.Meter.NONE);
    JsonNode tree;
    try (JsonParser parser = TreeReader.parser(answer)) {
      tree = parser.nextToken() == null ? MissingNode.getInstance() : reader.read(parser, 0);
    } catch (IOException _) {
      // Its message quotes the response, which is no message of an API server then.
      throw KubeExceptionFactory.noResponse(
          requestInfo, new IOException("the response is not JSON"));
    }
    if (!reader.problem().isEmpty()) {
      throw KubeException.unreadable(requestInfo, reader.problem());
    }
    return tree;
  }

  @Override
  public void close() {
    client.close();
  }
}
