package org.example.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.http.ErrorResponse;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.util.Map;

/** The API of one scope, by the token in its Secret. */
final class FleetClient {

  /** What a caller proves itself by. */
  record Token(String value) {
    @Override
    public String toString() {
      return "Token[]";
    }
  }

  private final ProviderContext context;
  private final JsonHttpClient http;

  FleetClient(ProviderContext context) {
    this.context = context;
    this.http = new JsonHttpClient(context.gate());
  }

  JsonNode read(CloudScope scope, String action, String path) throws ProviderException {
    return in(scope).read(action, path);
  }

  JsonNode write(CloudScope scope, FleetStep step) throws ProviderException {
    String action = step.getClass().getSimpleName();
    return in(scope).write(action, step.method(), "/fleets/" + step.path(), step.body());
  }

  private JsonApiClient<Token> in(CloudScope scope) {
    var credentials =
        new SecretCredentials<Token>(
            context.secrets(), scope, entries -> new Token(entries.required("token")));
    return new JsonApiClient<>(http, scope, credentials, new Dialect(context));
  }

  private record Dialect(ProviderContext context) implements JsonApiClient.Dialect<Token> {
    @Override
    public URI uri(Token token, String path) {
      String api = context.settings().getOrDefault("endpoint", "https://fleet.example.org");
      return URI.create(api + path);
    }

    @Override
    public Map<String, String> headers(Token token, JsonRequest request) {
      return Map.of("Authorization", "Bearer " + token.value());
    }

    @Override
    public ProviderException toException(JsonRequest request, JsonResponse response) {
      String reason = response.body().path("message").asText("no reason");
      var error = new ErrorResponse(request, response, reason);
      return switch (response.body().path("code").asText()) {
        case "NO_SUCH_FLEET" -> error.notFound();
        case "EXISTS" -> error.alreadyExists();
        case "BUSY" -> error.busy();
        default ->
            response.status() == 429
                ? error.throttled("Retry-After")
                : error.classifyByStatus("let the token's owner use fleets");
      };
    }
  }
}
