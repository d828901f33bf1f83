package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.http.ErrorResponse;
import io.weir.provider.http.JsonHttpClient;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** The calls of the toy cloud, and its errors sorted by what the manager can do. */
final class ToyClient {
  private final JsonHttpClient http;
  private final String endpoint;

  ToyClient(ProviderContext providerContext) {
    this.http = new JsonHttpClient(providerContext.gate());
    this.endpoint = providerContext.settings().getOrDefault("endpoint", "https://toy.example.org");
  }

  JsonNode read(CloudScope cloudScope, String path) throws ProviderException {
    return ReadRetry.run(() -> send(cloudScope, "GET", path, Json.MAPPER.nullNode()));
  }

  JsonNode send(CloudScope cloudScope, String method, String path, JsonNode body)
      throws ProviderException {
    var jsonRequest =
        new JsonHttpClient.JsonRequest(method + "Set", method, URI.create(endpoint + path), body);
    JsonHttpClient.JsonResponse jsonResponse = http.send(cloudScope, jsonRequest, Map.of());
    if (jsonResponse.isSuccess()) {
      return jsonResponse.body();
    }
    String reason = jsonResponse.body().path("message").asText("no reason");
    var errorResponse = new ErrorResponse(jsonRequest, jsonResponse, reason);
    throw switch (jsonResponse.status()) {
      case 429 -> errorResponse.throttled(Duration.ofSeconds(1));
      // Its own server says so, no proxy is between.
      case 404 -> errorResponse.notFound();
      case 409 -> errorResponse.alreadyExists();
      default -> errorResponse.classifyByStatus("ask the cloud's owner for access");
    };
  }
}
