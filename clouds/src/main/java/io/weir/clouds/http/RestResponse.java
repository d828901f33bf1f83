package io.weir.clouds.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.clouds.LoopbackServer;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a REST operation answers.
 *
 * @param status such as 200, or 202 for what is only begun
 * @param headers further ones, such as where an operation can be followed
 * @param body JSON, or a text, which is a document in YAML; missing for none
 */
public record RestResponse(int status, Map<String, String> headers, JsonNode body) {
  public RestResponse {
    headers = Map.copyOf(headers);
  }

  /** With status 200 and nothing else. */
  public static RestResponse ok(JsonNode body) {
    return new RestResponse(200, Map.of(), body);
  }

  /** A document in YAML, with status 200. */
  public static RestResponse yaml(String document) {
    return new RestResponse(200, Map.of(), TextNode.valueOf(document));
  }

  /** With one more header. */
  public RestResponse withHeader(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new RestResponse(status, more, body);
  }

  LoopbackServer.Response toResponse() {
    if (body.isTextual()) {
      return new LoopbackServer.Response(status, "application/x-yaml", headers, body.asText());
    }
    return new LoopbackServer.Response(
        status, "application/json", headers, body.isMissingNode() ? "" : body.toString());
  }
}
