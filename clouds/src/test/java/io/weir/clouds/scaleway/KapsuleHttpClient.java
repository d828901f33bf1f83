package io.weir.clouds.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Calls the simulator as any client would. */
final class KapsuleHttpClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An answer. */
  record Response(int status, HttpHeaders headers, JsonNode body) {
    String type() {
      return body.path("type").asText();
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI endpoint;
  private final String region;
  private String key = ScalewaySeedData.PROJECT.secretKey();

  KapsuleHttpClient(KapsuleCloud cloud, String region) {
    this.endpoint = cloud.endpoint();
    this.region = region;
  }

  void useKey(String newKey) {
    key = newKey;
  }

  static ObjectNode json(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (IOException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }

  Response get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  Response post(String path, String body) throws IOException, InterruptedException {
    return send("POST", path, body);
  }

  Response patch(String path, String body) throws IOException, InterruptedException {
    return send("PATCH", path, body);
  }

  Response delete(String path) throws IOException, InterruptedException {
    return send("DELETE", path, "");
  }

  private Response send(String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(endpoint.resolve("/k8s/v1/regions/" + region + path))
            .timeout(Duration.ofMinutes(1))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("X-Auth-Token", key);
    }
    var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Response(response.statusCode(), response.headers(), JSON.readTree(response.body()));
  }

  @Override
  public void close() {
    http.close();
  }
}
