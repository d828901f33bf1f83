package io.weir.provider.oci.account.calls;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.ser.impl.SimpleFilterProvider;
import com.oracle.bmc.http.client.ClientProperty;
import com.oracle.bmc.http.client.HttpClient;
import com.oracle.bmc.http.client.HttpClientBuilder;
import com.oracle.bmc.http.client.HttpProvider;
import com.oracle.bmc.http.client.HttpRequest;
import com.oracle.bmc.http.client.Method;
import com.oracle.bmc.http.client.RequestInterceptor;
import com.oracle.bmc.http.client.Serializer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Oracle's library asks for tokens with: connections of the JDK. It is found as a service, as
 * the library finds the HTTP clients that Oracle offers, each of which brings Jersey or Apache's
 * client. The JDK's newer client would not do: to the tokens of OKE the library goes by its own
 * rule for host names.
 */
public final class PrincipalHttpProvider implements HttpProvider, Serializer {

  /** The library's requests name a filter that only its own clients have. */
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .filterProvider(new SimpleFilterProvider().setFailOnUnknownId(false))
          .build();

  @Override
  public HttpClientBuilder newBuilder() {
    return new Builder();
  }

  @Override
  public Serializer getSerializer() {
    return this;
  }

  @Override
  public <T> T readValue(String json, Class<T> type) throws IOException {
    return MAPPER.readValue(json, type);
  }

  @Override
  public <T> T readValue(byte[] json, Class<T> type) throws IOException {
    return MAPPER.readValue(json, type);
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return MAPPER.writeValueAsString(value);
  }

  private record Interceptor(int priority, RequestInterceptor interceptor) {}

  private static final class Builder implements HttpClientBuilder {
    private final Map<ClientProperty<?>, Object> properties = new HashMap<>();
    private final List<Interceptor> interceptors = new ArrayList<>();
    private @Nullable URI base;

    @Override
    public HttpClientBuilder baseUri(URI uri) {
      base = uri;
      return this;
    }

    @Override
    public HttpClientBuilder baseUri(String uri) {
      return baseUri(URI.create(uri));
    }

    @Override
    public <T> HttpClientBuilder property(ClientProperty<T> key, T value) {
      properties.put(key, value);
      return this;
    }

    @Override
    public HttpClientBuilder registerRequestInterceptor(
        int priority, RequestInterceptor interceptor) {
      interceptors.add(new Interceptor(priority, interceptor));
      return this;
    }

    @Override
    public HttpClient build() {
      if (base == null) {
        throw new IllegalStateException("no address is set");
      }
      return new Client(
          base,
          Map.copyOf(properties),
          interceptors.stream()
              .sorted(Comparator.comparingInt(Interceptor::priority))
              .map(Interceptor::interceptor)
              .toList());
    }
  }

  /**
   * For one address.
   *
   * @param base the address
   * @param properties what the library sets
   * @param interceptors what signs requests and names the caller, in order
   */
  record Client(
      URI base, Map<ClientProperty<?>, Object> properties, List<RequestInterceptor> interceptors)
      implements HttpClient {

    @Override
    public HttpRequest createRequest(Method method) {
      return new PrincipalHttpRequest(this, method, base, new HashMap<>(), new HashMap<>(), null);
    }

    /** What the library set; null if it did not. */
    <T> @Nullable T property(ClientProperty<T> key, Class<T> type) {
      return type.cast(properties.get(key));
    }

    @Override
    public boolean isProcessingException(Exception failure) {
      return failure instanceof IOException;
    }

    @Override
    public void close() {}
  }
}
