package io.weir.provider.azure.account.calls;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An answer that has been read to its end, as Azure's library takes it. */
final class LoginResponse extends HttpResponse {

  private final int status;
  private final HttpHeaders headers = new HttpHeaders();
  private final byte[] body;

  LoginResponse(HttpRequest request, LoginAnswer answer) {
    super(request);
    this.status = answer.status();
    this.body = answer.body().getBytes(StandardCharsets.UTF_8);
    answer
        .headers()
        .map()
        .forEach((name, values) -> headers.set(HttpHeaderName.fromString(name), values));
  }

  @Override
  public int getStatusCode() {
    return status;
  }

  @Override
  @Deprecated
  public @Nullable String getHeaderValue(String name) {
    return headers.getValue(name);
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }

  @Override
  public Flux<ByteBuffer> getBody() {
    return Flux.just(ByteBuffer.wrap(body));
  }

  @Override
  public Mono<byte[]> getBodyAsByteArray() {
    return Mono.just(body);
  }

  @Override
  public Mono<String> getBodyAsString() {
    return getBodyAsString(StandardCharsets.UTF_8);
  }

  @Override
  public Mono<String> getBodyAsString(Charset charset) {
    return Mono.just(new String(body, charset));
  }
}
