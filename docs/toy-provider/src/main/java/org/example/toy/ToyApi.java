package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.ProviderException;
import io.weir.provider.Reads;
import io.weir.provider.Scope;
import io.weir.provider.http.JsonHttp;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** The calls of the toy cloud, and its errors sorted by what the manager can do. */
final class ToyApi {
  private final JsonHttp http;
  private final String endpoint;

  ToyApi(Context context) {
    this.http = new JsonHttp(context.gate());
    this.endpoint = context.settings().getOrDefault("endpoint", "https://toy.example.org");
  }

  JsonNode read(Scope scope, String path) throws ProviderException {
    return Reads.send(() -> send(scope, "GET", path, Json.MAPPER.nullNode()));
  }

  JsonNode send(Scope scope, String method, String path, JsonNode body) throws ProviderException {
    var call = new JsonHttp.Call(method + "Set", method, URI.create(endpoint + path), body);
    JsonHttp.Answer answer = http.send(scope, call, Map.of());
    if (answer.success()) {
      return answer.body();
    }
    String message = call.action() + ": " + answer.body().path("message").asText("no reason");
    throw switch (answer.status()) {
      case 429 -> new ProviderException.Throttled(message, Duration.ofSeconds(1), null);
      case 403 -> new ProviderException.Denied(message, null);
      case 404 -> new ProviderException.NotFound(message, null);
      // It exists, perhaps made by us: a look decides.
      case 409 -> new ProviderException.Ambiguous(message, null);
      case 400 -> new ProviderException.Rejected(message, null);
      default -> JsonHttp.afterSending(call.writes(), message, null);
    };
  }
}
