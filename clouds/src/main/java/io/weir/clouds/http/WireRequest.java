package io.weir.clouds.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.util.Map;

/**
 * A request as it arrived.
 *
 * @param method such as {@code GET}
 * @param path decoded
 * @param rawPath as it was sent
 * @param rawQuery the parameters as they were sent; empty for none
 * @param query the parameters behind the path, each the first of its name
 * @param headers all of them
 * @param body to its end; not copied
 */
// Made for one request and read by it alone, so that equality and copies mean nothing.
@SuppressWarnings("ArrayRecordComponent")
public record WireRequest(
    String method,
    String path,
    String rawPath,
    String rawQuery,
    Map<String, String> query,
    Headers headers,
    byte[] body) {

  static WireRequest of(HttpExchange exchange, byte[] body) {
    String query = exchange.getRequestURI().getRawQuery();
    return new WireRequest(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        exchange.getRequestURI().getRawPath(),
        query == null ? "" : query,
        query == null ? Map.of() : FormFields.parse(query),
        exchange.getRequestHeaders(),
        body);
  }

  /** The first value of a header; empty when it is absent. */
  public String header(String name) {
    String value = headers.getFirst(name);
    return value == null ? "" : value;
  }
}
