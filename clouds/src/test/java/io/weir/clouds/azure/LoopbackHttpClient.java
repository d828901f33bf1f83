package io.weir.clouds.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import reactor.core.publisher.Mono;

/**
 * Lets Azure's SDK believe that it speaks TLS, without which it sends no tokens: what it sends to
 * https goes to http, as if something in between ended the TLS.
 */
final class LoopbackHttpClient implements HttpClient {
  private static final HttpHeaderName SCHEME = HttpHeaderName.fromString("X-Forwarded-Proto");

  private final HttpClient http = new JdkHttpClientBuilder().build();

  @Override
  public Mono<HttpResponse> send(HttpRequest request) {
    URL meant = request.getUrl();
    return http.send(request.setUrl(plain(meant)).setHeader(SCHEME, "https"))
        // Whoever follows an operation looks where it began.
        .doOnNext(_ -> request.setUrl(meant));
  }

  private static URL plain(URL url) {
    try {
      return URI.create(url.toString().replaceFirst("^https:", "http:")).toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalArgumentException(impossible);
    }
  }
}
