package io.weir.provider.aws.account.calls;

import java.io.IOException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Sends by another client, and reads no more of an answer than fits. */
record BoundedHttpClient(SdkHttpClient client, ResponseLimit limit) implements SdkHttpClient {

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    var prepared = client.prepareRequest(request);
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        return bounded(prepared.call());
      }

      @Override
      public void abort() {
        prepared.abort();
      }
    };
  }

  private HttpExecuteResponse bounded(HttpExecuteResponse response) {
    var builder = HttpExecuteResponse.builder().response(response.httpResponse());
    response
        .responseBody()
        .ifPresent(
            body ->
                builder.responseBody(
                    AbortableInputStream.create(new BoundedBody(body, limit), body)));
    return builder.build();
  }

  @Override
  public String clientName() {
    return client.clientName();
  }

  @Override
  public void close() {
    client.close();
  }
}
