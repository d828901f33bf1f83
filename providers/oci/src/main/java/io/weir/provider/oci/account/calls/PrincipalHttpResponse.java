package io.weir.provider.oci.account.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.oracle.bmc.http.client.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An answer to Oracle's library, read to its end. */
final class PrincipalHttpResponse implements HttpResponse {
  private final int status;
  private final Map<String, List<String>> headers;
  private final byte[] content;

  PrincipalHttpResponse(int status, Map<String, List<String>> headers, byte[] content) {
    this.status = status;
    this.headers = headers;
    this.content = content;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Map<String, List<String>> headers() {
    return headers;
  }

  @Override
  public CompletionStage<InputStream> streamBody() {
    return CompletableFuture.completedFuture(new ByteArrayInputStream(content));
  }

  @Override
  public <T> CompletionStage<T> body(Class<T> type) {
    try {
      return CompletableFuture.completedFuture(
          PrincipalHttpProvider.MAPPER.readValue(content, type));
    } catch (IOException malformed) {
      return CompletableFuture.failedFuture(malformed);
    }
  }

  @Override
  public <T> CompletionStage<List<T>> listBody(Class<T> type) {
    try {
      return CompletableFuture.completedFuture(
          PrincipalHttpProvider.MAPPER.readerForListOf(type).readValue(content));
    } catch (IOException malformed) {
      return CompletableFuture.failedFuture(malformed);
    }
  }

  @Override
  public CompletionStage<String> textBody() {
    return CompletableFuture.completedFuture(new String(content, UTF_8));
  }

  @Override
  public void close() {}
}
