package io.weir.provider.gcp.account.calls;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.api.client.http.HttpResponseException;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.provider.CloudIdentity;
import io.weir.provider.ProviderException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens for API servers of GKE, which take no requests that a key signs, as Google's APIs
 * do. For a key Google's token service is asked, at the address that the manager knows, whatever
 * the key names. Nothing is kept, and nothing asked twice.
 *
 * @see <a
 *     href="https://developers.google.com/identity/protocols/oauth2/service-account#httprest">The
 *     token service</a>
 */
public final class ClusterTokens {

  /** With the second one API servers know a service account by its address, not by its number. */
  private static final List<String> SCOPES =
      List.of(GcpTokens.SCOPE, "https://www.googleapis.com/auth/userinfo.email");

  /** How long a token is used whose end is not told; the shortest that Google gives out. */
  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(10);

  private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

  private final TokenRequests requests;
  private final Source source;
  private final CloudIdentity identity;
  private final URI tokenService;
  private final InstantSource clock;

  /** Whose tokens are asked for. */
  @FunctionalInterface
  interface Source {

    /**
     * The credentials.
     *
     * @throws ProviderException if there are none
     */
    GoogleCredentials find() throws ProviderException;
  }

  /**
   * A token.
   *
   * @param value secret
   * @param expiry when it is accepted no longer
   */
  public record ClusterToken(String value, Instant expiry) {
    @Override
    public String toString() {
      return "ClusterToken[****, expiry=%s]".formatted(expiry);
    }
  }

  ClusterTokens(
      TokenRequests requests,
      Source source,
      CloudIdentity identity,
      URI tokenService,
      InstantSource clock) {
    this.requests = requests;
    this.source = source;
    this.identity = identity;
    this.tokenService = tokenService;
    this.clock = clock;
  }

  /**
   * Asks for a token.
   *
   * @throws ProviderException.Denied if the identity is refused
   * @throws ProviderException if there is none for now
   */
  public ClusterToken issue() throws ProviderException {
    GoogleCredentials credentials = forClusters(source.find());
    try {
      AccessToken token = requests.send(credentials::refreshAccessToken);
      Instant expiry =
          Optional.ofNullable(token.getExpirationTime())
              .map(Date::toInstant)
              .orElseGet(() -> clock.instant().plus(SHORTEST_LIFE));
      return new ClusterToken(token.getTokenValue(), expiry);
    } catch (IOException failure) {
      throw refusal(failure);
    }
  }

  /** The library would repeat a failed exchange by itself, past the gate. */
  private GoogleCredentials forClusters(GoogleCredentials credentials) {
    return credentials instanceof ServiceAccountCredentials key
        ? key.toBuilder()
            .setTokenServerUri(tokenService)
            .setScopes(SCOPES)
            .setUseJwtAccessWithScope(false)
            .setDefaultRetriesEnabled(false)
            .build()
        : credentials.createScoped(SCOPES);
  }

  private ProviderException refusal(IOException failure) {
    if (!(failure.getCause() instanceof HttpResponseException answer)) {
      return new ProviderException.Transient(
          "%s: no token of Google for %s, %s"
              .formatted(TokenRequests.ACTION, identity, failure.getClass().getSimpleName()),
          failure);
    }
    String message = "%s: %s".formatted(TokenRequests.ACTION, Excerpt.ofSentence(reason(answer)));
    int status = answer.getStatusCode();
    if (status == 429) {
      return new ProviderException.Throttled(message, RETRY_AFTER, failure);
    }
    return status / 100 == 4
        ? new ProviderException.Denied(message + "; " + remedy(), failure)
        : new ProviderException.Transient(message, failure);
  }

  /** As OAuth tells it: in a sentence, or else in a word. */
  private static String reason(HttpResponseException answer) {
    JsonNode body = parsed(answer.getContent());
    String sentence = body.path("error_description").asText("");
    String word = body.path("error").asText("");
    if (!sentence.isEmpty()) {
      return sentence;
    }
    return word.isEmpty() ? "HTTP " + answer.getStatusCode() : word;
  }

  private static JsonNode parsed(@Nullable String content) {
    try {
      JsonNode body = Json.MAPPER.readTree(content == null ? "" : content);
      return body == null ? Json.MAPPER.missingNode() : body;
    } catch (JsonProcessingException _) {
      return Json.MAPPER.missingNode();
    }
  }

  private String remedy() {
    return identity
        .credentialsSecret()
        .map(
            secret ->
                "Google gives no token for the key in Secret %s: put a key there that is not deleted, of a service account that is enabled, and mind the clock"
                    .formatted(secret))
        .orElse(
            "Google gives no token for the manager's own credentials: give it others, and mind the"
                + " clock");
  }
}
