package org.example.toy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.ProviderException;
import io.weir.provider.Reads;
import io.weir.provider.Scope;
import io.weir.provider.http.JsonHttp;
import io.weir.provider.http.Refusal;
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
    String reason = answer.body().path("message").asText("no reason");
    var refusal = new Refusal(call, answer, reason);
    throw switch (answer.status()) {
      case 429 -> refusal.throttled(Duration.ofSeconds(1));
      // Its own server says so, no proxy is between.
      case 404 -> refusal.notFound();
      case 409 -> refusal.taken();
      default -> refusal.byStatus("have the cloud's owner let you");
    };
  }
}
